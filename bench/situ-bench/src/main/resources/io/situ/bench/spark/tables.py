# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of TPC-H as Parquet: tables.py SCALE DIRECTORY."""

import glob
import os
import sys

import duckdb
import duckdb_extension_tpch

scale, directory = sys.argv[1:]
connection = duckdb.connect()
packaged = os.path.dirname(duckdb_extension_tpch.__file__)
extension = glob.glob(packaged + "/**/tpch.duckdb_extension", recursive=True)[0]
connection.sql(f"INSTALL '{extension}'")
connection.sql("LOAD tpch")
connection.sql(f"CALL dbgen(sf={scale})")
for (table,) in connection.sql("SHOW TABLES").fetchall():
    connection.sql(f"COPY {table} TO '{directory}/{table}.parquet' (FORMAT parquet, COMPRESSION snappy)")
