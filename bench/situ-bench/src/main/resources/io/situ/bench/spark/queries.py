# SPDX-License-Identifier: Apache-2.0
"""Runs the queries of TPC-H: queries.py TABLES QUERIES RESULT.

QUERIES has one query in each paragraph. RESULT gets the application's id, and for each query its
seconds and a digest of its rows, whatever their order.
"""

import hashlib
import json
import os
import sys
import time

from pyspark.sql import SparkSession


def processor_seconds():
    """Of the whole machine, which all hosts share."""
    with open("/proc/stat", encoding="ascii") as stat:
        user, nice, system, _, _, irq, softirq = map(int, stat.readline().split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


tables, queries, result = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
for table in ("nation", "region", "supplier", "customer", "part", "partsupp", "orders", "lineitem"):
    spark.read.parquet(f"{tables}/{table}").createOrReplaceTempView(table)
spark.sql("SELECT count(*) FROM region").collect()
seconds, digests = [], []
with open(queries, encoding="utf-8") as text:
    paragraphs = [paragraph for paragraph in text.read().split("\n\n") if paragraph.strip()]
start, processor = int(time.time() * 1000), processor_seconds()
for query in paragraphs:
    before = time.monotonic()
    rows = spark.sql(query).collect()
    seconds.append(time.monotonic() - before)
    digests.append(hashlib.sha256("\n".join(sorted(map(str, rows))).encode()).hexdigest())
with open(result, "w", encoding="utf-8") as out:
    json.dump(
        {
            "application": spark.sparkContext.applicationId,
            "start": start,
            "end": int(time.time() * 1000),
            "processor": processor_seconds() - processor,
            "seconds": seconds,
            "digests": digests,
        },
        out,
    )
spark.stop()
