// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The tables of TPC-H, small, with the columns and kinds of values that its queries ask for. Each
 * value is a function of its row's number, so that they are the same in each run.
 */
final class TpchTables {

  private static final int SUPPLIERS = 100;
  private static final int CUSTOMERS = 1_500;
  private static final int PARTS = 2_000;
  private static final int ORDERS = 15_000;

  private TpchTables() {}

  /** A number below {@code bound} that looks random, of a row's number and a column's. */
  private static String number(String row, int column, int bound) {
    return "cast(pmod(xxhash64(" + row + ", " + column + "), " + bound + ") AS int)";
  }

  private static String pick(String row, int column, String... values) {
    return "element_at(array('"
        + String.join("', '", values)
        + "'), 1 + "
        + number(row, column, values.length)
        + ")";
  }

  private static String money(String row, int column, int bound) {
    return "cast(" + number(row, column, bound) + " / 100 AS decimal(15,2))";
  }

  private static String text(String row, int column) {
    String[] words = {
      "special", "requests", "pending", "Customer", "Complaints", "forest", "green", "quick"
    };
    return "concat_ws(' ', sha2(cast("
        + row
        + " AS string), 224), "
        + pick(row, column, words)
        + ", "
        + pick(row, column + 1, words)
        + ")";
  }

  private static String orderDate(String order) {
    return "date_add(date'1992-01-01', " + number(order, 50, 2405) + ")";
  }

  private static final String[] NATIONS = {
    "ALGERIA", "ARGENTINA", "BRAZIL", "CANADA", "EGYPT", "ETHIOPIA", "FRANCE", "GERMANY", "INDIA",
    "INDONESIA", "IRAN", "IRAQ", "JAPAN", "JORDAN", "KENYA", "MOROCCO", "MOZAMBIQUE", "PERU",
    "CHINA", "ROMANIA", "SAUDI ARABIA", "VIETNAM", "RUSSIA", "UNITED KINGDOM", "UNITED STATES"
  };

  /** Returns the tables by their names. */
  static Map<String, Dataset<Row>> of(SparkSession spark) {
    Map<String, Dataset<Row>> tables = new LinkedHashMap<>();
    tables.put(
        "region",
        rows(
            spark,
            5,
            "id AS r_regionkey",
            "element_at(array('AFRICA','AMERICA','ASIA','EUROPE','MIDDLE EAST'),"
                + " cast(id + 1 AS int)) AS r_name"));
    tables.put(
        "nation",
        rows(
            spark,
            25,
            "id AS n_nationkey",
            "element_at(array('"
                + String.join("','", NATIONS)
                + "'), cast(id + 1 AS int)) AS n_name",
            "id % 5 AS n_regionkey"));
    tables.put("supplier", supplier(spark));
    tables.put("customer", customer(spark));
    tables.put("part", part(spark));
    tables.put("partsupp", partsupp(spark));
    tables.put("orders", orders(spark));
    tables.put("lineitem", lineitem(spark));
    return tables;
  }

  private static Dataset<Row> rows(SparkSession spark, long count, String... columns) {
    return spark.range(0, count, 1, count > 10_000 ? 3 : 1).selectExpr(columns);
  }

  private static Dataset<Row> supplier(SparkSession spark) {
    return rows(
        spark,
        SUPPLIERS,
        "id AS s_suppkey",
        "format_string('Supplier#%09d', id) AS s_name",
        "concat('address ', id) AS s_address",
        "cast(id % 25 AS bigint) AS s_nationkey",
        "concat(10 + id % 25, '-', 100 + id) AS s_phone",
        money("id", 1, 1_000_000) + " AS s_acctbal",
        text("id", 2) + " AS s_comment");
  }

  private static Dataset<Row> customer(SparkSession spark) {
    return rows(
        spark,
        CUSTOMERS,
        "id AS c_custkey",
        "format_string('Customer#%09d', id) AS c_name",
        "concat('address ', id) AS c_address",
        "cast(id % 25 AS bigint) AS c_nationkey",
        "concat(10 + " + number("id", 1, 25) + ", '-', 100 + id) AS c_phone",
        "cast(" + number("id", 2, 1_100_000) + " / 100 - 1000 AS decimal(15,2)) AS c_acctbal",
        pick("id", 3, "BUILDING", "AUTOMOBILE", "MACHINERY", "HOUSEHOLD", "FURNITURE")
            + " AS c_mktsegment",
        text("id", 4) + " AS c_comment");
  }

  private static Dataset<Row> part(SparkSession spark) {
    return rows(
        spark,
        PARTS,
        "id AS p_partkey",
        "concat_ws(' ', "
            + pick("id", 1, "forest", "green", "blue")
            + ", "
            + pick("id", 2, "green", "red", "olive")
            + ") AS p_name",
        "concat('Manufacturer#', 1 + " + number("id", 3, 5) + ") AS p_mfgr",
        "concat('Brand#', 1 + "
            + number("id", 4, 5)
            + ", 1 + "
            + number("id", 5, 5)
            + ") AS p_brand",
        "concat_ws(' ', "
            + pick("id", 6, "STANDARD", "SMALL", "MEDIUM", "LARGE", "ECONOMY", "PROMO")
            + ", "
            + pick("id", 7, "ANODIZED", "BURNISHED", "PLATED", "POLISHED", "BRUSHED")
            + ", "
            + pick("id", 8, "TIN", "NICKEL", "BRASS", "STEEL", "COPPER")
            + ") AS p_type",
        "1 + " + number("id", 9, 50) + " AS p_size",
        "concat_ws(' ', "
            + pick("id", 10, "SM", "LG", "MED", "JUMBO", "WRAP")
            + ", "
            + pick("id", 11, "CASE", "BOX", "BAG", "JAR", "PKG", "PACK")
            + ") AS p_container");
  }

  private static Dataset<Row> partsupp(SparkSession spark) {
    return rows(
        spark,
        4L * PARTS,
        "id div 4 AS ps_partkey",
        supplierOf("id div 4", "id % 4") + " AS ps_suppkey",
        "1 + " + number("id", 1, 9_999) + " AS ps_availqty",
        money("id", 2, 100_000) + " AS ps_supplycost");
  }

  /** The suppliers of a part, four of them. */
  private static String supplierOf(String part, String which) {
    return "(" + part + " + (" + which + ") * 25 + " + part + " div 100) % " + SUPPLIERS;
  }

  private static Dataset<Row> orders(SparkSession spark) {
    return rows(
        spark,
        ORDERS,
        "id AS o_orderkey",
        "cast(" + number("id", 1, CUSTOMERS * 2 / 3) + " AS bigint) AS o_custkey",
        pick("id", 2, "F", "O", "P") + " AS o_orderstatus",
        money("id", 3, 50_000_000) + " AS o_totalprice",
        orderDate("id") + " AS o_orderdate",
        pick("id", 4, "1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW")
            + " AS o_orderpriority",
        "0 AS o_shippriority",
        text("id", 5) + " AS o_comment");
  }

  private static Dataset<Row> lineitem(SparkSession spark) {
    String order = "id div 4";
    String shipped = "date_add(" + orderDate(order) + ", 1 + " + number("id", 3, 121) + ")";
    String part = "cast(" + number("id", 1, PARTS) + " AS bigint)";
    return rows(
        spark,
        4L * ORDERS,
        order + " AS l_orderkey",
        part + " AS l_partkey",
        supplierOf(part, number("id", 2, 4)) + " AS l_suppkey",
        "cast(id % 4 + 1 AS int) AS l_linenumber",
        "cast(1 + " + number("id", 4, 50) + " AS decimal(15,2)) AS l_quantity",
        money("id", 5, 10_000_000) + " AS l_extendedprice",
        money("id", 6, 11) + " AS l_discount",
        money("id", 7, 9) + " AS l_tax",
        pick("id", 8, "R", "A", "N") + " AS l_returnflag",
        pick("id", 9, "O", "F") + " AS l_linestatus",
        shipped + " AS l_shipdate",
        "date_add(" + orderDate(order) + ", 30 + " + number("id", 10, 61) + ") AS l_commitdate",
        "date_add(" + shipped + ", 1 + " + number("id", 11, 30) + ") AS l_receiptdate",
        pick("id", 12, "DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN")
            + " AS l_shipinstruct",
        pick("id", 13, "REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB") + " AS l_shipmode",
        text("id", 14) + " AS l_comment");
  }

  /** The names of the tables in the order in which they are made. */
  static final List<String> NAMES =
      List.of("region", "nation", "supplier", "customer", "part", "partsupp", "orders", "lineitem");
}
