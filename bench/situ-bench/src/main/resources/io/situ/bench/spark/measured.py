# SPDX-License-Identifier: Apache-2.0
"""Measures the parts of a script, one after the other, and writes a file with what was measured."""

import hashlib
import json
import os
import time


def processor_seconds():
    """Of the whole machine, which all hosts share."""
    with open("/proc/stat", encoding="ascii") as stat:
        user, nice, system, _, _, irq, softirq = map(int, stat.readline().split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


class Measured:
    """Begins when it is made."""

    def __init__(self, spark):
        self.spark, self.seconds, self.digests = spark, [], []
        self.start, self.processor = int(time.time() * 1000), processor_seconds()

    def run(self, part):
        """Calls part, which returns rows; their order does not count."""
        before = time.monotonic()
        rows = part()
        self.seconds.append(time.monotonic() - before)
        text = "\n".join(sorted(map(str, rows)))
        self.digests.append(hashlib.sha256(text.encode()).hexdigest())

    def write(self, path):
        """Writes the application's id, and of each part the seconds and a digest of its rows."""
        measured = {
            "application": self.spark.sparkContext.applicationId,
            "start": self.start,
            "end": int(time.time() * 1000),
            "processor": processor_seconds() - self.processor,
            "seconds": self.seconds,
            "digests": self.digests,
        }
        with open(path, "w", encoding="utf-8") as out:
            json.dump(measured, out)
