"""Asks DuckDB questions of an open dataset and of a folder of Parquet files in turns, and prints times and rows as JSON.

Usage: dataset.py ASKED.json, which holds {"parquet", "tables": {table: {"metadata"}}, "questions", "runs"}
"""

import importlib
import json
import os
import sys
import time

import duckdb


def main(file):
    with open(file) as text:
        asked = json.load(text)
    database = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": "2"})
    for name in ("avro", "iceberg"):
        folder = os.path.dirname(importlib.import_module(f"duckdb_extension_{name}").__file__)
        database.execute(f"load '{folder}/extensions/v{duckdb.__version__}/{name}.duckdb_extension'")
    files = f"{asked['parquet']}/model=*/products.parquet"
    database.execute(f"create view p as select * from read_parquet('{files}', hive_partitioning = true)")
    for table, place in asked["tables"].items():
        database.execute(f"create view {table} as select * from iceberg_scan('{place['metadata']}')")
    results = []
    for question in asked["questions"]:
        seconds = {"parquet": [], "dataset": []}
        rows = {}
        for _ in range(asked["runs"]):
            for kind in seconds:
                start = time.perf_counter()
                found = database.execute(question[kind]).fetchall()
                seconds[kind].append(time.perf_counter() - start)
                rows[kind] = sorted(list(row) for row in found)
        results.append({"seconds": seconds, "rows": rows})
    print(json.dumps(results))


main(sys.argv[1])
