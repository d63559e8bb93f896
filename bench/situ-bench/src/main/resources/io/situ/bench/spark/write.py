# SPDX-License-Identifier: Apache-2.0
"""Writes tables again as Spark does: write.py FROM TO FILES, the last for the large ones."""

import sys

from pyspark.sql import SparkSession

source, target, files = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
for table in ("nation", "region", "supplier", "customer", "part", "partsupp", "orders", "lineitem"):
    rows = spark.read.parquet(f"{source}/{table}.parquet")
    large = table in ("lineitem", "orders", "partsupp")
    rows.repartition(int(files) if large else 1).write.parquet(f"{target}/{table}")
spark.stop()
