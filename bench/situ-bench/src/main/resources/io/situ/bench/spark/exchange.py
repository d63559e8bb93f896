# SPDX-License-Identifier: Apache-2.0
"""Exchanges rows that no compression makes smaller: exchange.py MB MAPS REDUCES RESULT.

A row is nine numbers of eight bytes. First rows are sent to partitions by their keys, then two
halves of them are joined. RESULT gets what measured.py says of both.
"""

import sys

from measured import Measured
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


def rows(megabytes, seed):
    made = spark.range(0, megabytes * (1 << 20) // (8 * COLUMNS), numPartitions=maps)
    numbers = [f.xxhash64("id", f.lit(seed + i)).alias(f"n{seed}_{i}") for i in range(COLUMNS - 1)]
    return made.select("id", *numbers)


def digest(frame):
    numbers = [f.bit_xor(name) for name in frame.columns if name != "id"]
    return frame.select(f.count("*"), f.sum("id"), *numbers).collect()


digest(rows(1, 0).repartition(reduces, "id"))
measured = Measured(spark)
measured.run(lambda: digest(rows(megabytes, 0).repartition(reduces, "id")))
halves = rows(megabytes // 2, 0), rows(megabytes // 2, 100)
measured.run(lambda: digest(halves[0].join(halves[1], "id")))
measured.write(sys.argv[4])
spark.stop()
