# SPDX-License-Identifier: Apache-2.0
"""Runs the queries of TPC-H: queries.py TABLES QUERIES RESULT.

QUERIES has one query in each paragraph. RESULT gets what measured.py says of them.
"""

import sys

from measured import Measured
from pyspark.sql import SparkSession

tables, queries, result = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
for table in ("nation", "region", "supplier", "customer", "part", "partsupp", "orders", "lineitem"):
    spark.read.parquet(f"{tables}/{table}").createOrReplaceTempView(table)
spark.sql("SELECT count(*) FROM region").collect()
with open(queries, encoding="utf-8") as text:
    paragraphs = [paragraph for paragraph in text.read().split("\n\n") if paragraph.strip()]
measured = Measured(spark)
for query in paragraphs:
    measured.run(lambda: spark.sql(query).collect())
measured.write(result)
spark.stop()
