// SPDX-License-Identifier: Apache-2.0
package io.situ.spark;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A user's program for {@link JarsOptionTest}: writes and reads a directory in each format asked
 * for.
 */
public final class JarsOptionProgram {

  private static final String SCHEMA = "id BIGINT, k BIGINT";

  private JarsOptionProgram() {}

  /**
   * Starts it.
   *
   * @param args the directory and the formats, of which one is {@code csv}
   */
  public static void main(String[] args) throws IOException {
    SparkSession spark = SparkSession.builder().getOrCreate();
    try {
      for (String format : List.of(args).subList(1, args.length)) {
        Path path = new Path(args[0], format);
        spark
            .range(0, 1_000, 1, 4)
            .selectExpr("id", "id % 2 AS k")
            .write()
            .format(format)
            .save(path.toString());
        Dataset<Row> sums =
            spark
                .read()
                .schema(SCHEMA)
                .format(format)
                .load(path.toString())
                .groupBy("k")
                .sum("id")
                .orderBy("k");
        sums.explain();
        System.out.println(format + " " + sums.collectAsList());
      }
      Path lines = new Path(args[0], "csv");
      System.out.println("lines " + spark.sparkContext().textFile(lines.toString(), 2).count());
      FileSystem fs = lines.getFileSystem(spark.sparkContext().hadoopConfiguration());
      // As Python's gateway does before it calls one.
      System.out.println("methods listed " + (fs.getClass().getMethods().length > 0));
    } finally {
      spark.stop();
    }
  }
}
