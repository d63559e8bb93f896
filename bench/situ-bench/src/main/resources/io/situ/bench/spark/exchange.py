# SPDX-License-Identifier: Apache-2.0
"""Exchanges rows that no compression makes smaller: exchange.py MB MAPS REDUCES RESULT.

A row is nine numbers of eight bytes. First rows are sent to partitions by their keys, then two halves of
them are joined. RESULT gets the application's id, and of both the seconds and a digest of the answer.
"""

import hashlib
import json
import os
import sys
import time

from pyspark.sql import SparkSession
from pyspark.sql import functions as f

COLUMNS = 9

megabytes, maps, reduces = (int(argument) for argument in sys.argv[1:4])
spark = (
    SparkSession.builder.config("spark.sql.adaptive.enabled", "false")
    .config("spark.sql.shuffle.partitions", reduces)
    .config("spark.sql.autoBroadcastJoinThreshold", "-1")
    .config("spark.sql.join.preferSortMergeJoin", "true")
    .getOrCreate()
)


def processor_seconds():
    """Of the whole machine, which all hosts share."""
    with open("/proc/stat", encoding="ascii") as stat:
        user, nice, system, _, _, irq, softirq = map(int, stat.readline().split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def rows(megabytes, seed):
    made = spark.range(0, megabytes * (1 << 20) // (8 * COLUMNS), numPartitions=maps)
    numbers = [f.xxhash64("id", f.lit(seed + i)).alias(f"n{seed}_{i}") for i in range(COLUMNS - 1)]
    return made.select("id", *numbers)


def digest(frame):
    numbers = [f.bit_xor(name) for name in frame.columns if name != "id"]
    return frame.select(f.count("*"), f.sum("id"), *numbers).collect()


def run(frame):
    before = time.monotonic()
    answer = digest(frame)
    seconds.append(time.monotonic() - before)
    digests.append(hashlib.sha256(str(answer).encode()).hexdigest())


seconds, digests = [], []
digest(rows(1, 0).repartition(reduces, "id"))
start, processor = int(time.time() * 1000), processor_seconds()
run(rows(megabytes, 0).repartition(reduces, "id"))
half = rows(megabytes // 2, 0).join(rows(megabytes // 2, 100), "id")
run(half)
with open(sys.argv[4], "w", encoding="utf-8") as out:
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
