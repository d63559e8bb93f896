# SPDX-License-Identifier: Apache-2.0
"""Reads the snapshot directory named on the command line with pyarrow and DuckDB, and prints what both say."""

import sys

import duckdb
import pyarrow.parquet as pq

snapshot = sys.argv[1]
table = pq.read_table(snapshot)
paths = table["path"].to_pylist()
assert paths == sorted(paths, key=lambda path: path.encode()), "pyarrow: not sorted"
kinds = table["kind"].to_pylist()
sizes = table["size"].to_pylist()
extents = table["extents"].to_pylist()
replicas = sum(len(e["replicas"]) for row in extents if row for e in row)
print(len(paths), kinds.count("file"), sum(sizes), len(set(table["block_id"].to_pylist())), replicas)

connection = duckdb.connect()
connection.read_parquet(snapshot + "/*.parquet").create_view("inventory")
answer = connection.sql(
    """
    SELECT count(*), count(*) FILTER (kind = 'file'), sum(size)::BIGINT,
      count(DISTINCT block_id) + 1,
      (SELECT count(*) FROM (
        SELECT unnest(e.replicas) FROM (SELECT unnest(extents) AS e FROM inventory)))
    FROM inventory
    """
).fetchall()[0]
print(*answer)

if "row_groups" in table.column_names:
    groups = [g for row in table["row_groups"].to_pylist() if row for g in row]
    print(len(groups), sum(c["length"] for g in groups for c in g["columns"]))
    answer = connection.sql(
        """
        SELECT (SELECT sum(len(row_groups))::BIGINT FROM inventory), sum(c.length)::BIGINT
        FROM (SELECT unnest(g.columns) AS c FROM (SELECT unnest(row_groups) AS g FROM inventory))
        """
    ).fetchall()[0]
    print(*answer)
