"""Compares tables that a service answered as files with the JSON rows of the same query.

Usage: compare.py FOLDER
       The folder has rows.json (the answer in JSON), fields.json (the columns behind Guid), table.csv, german.csv (decimal
       commas, separated by semicolons, with a BOM), table.xlsx, table.parquet, table.arrow and table.ndjson. Prints {reader: {"cells": count,
       "differences": [text, …]}}.
"""
import csv
import json
import re
import sys

import duckdb
import openpyxl
import pandas
import pyarrow
import pyarrow.ipc
import pyarrow.parquet

folder = sys.argv[1]


def path(name):
    return f"{folder}/{name}"


def load(name):
    with open(path(name), encoding="utf-8") as file:
        return json.load(file)


def plain(field, cell):
    """Returns the plain value of a cell of JSON rows, as contract section 14 describes it."""
    if isinstance(cell, dict):
        if field == "SpatialLocation":
            levels = (cell.get(level) for level in ("Space", "Floor", "Building", "Site"))
            cell = next((name for name in levels if name), None)
        elif field == "Code":
            cell = "; ".join(code["Identification"] for code in cell.values())
        elif field == "MaterialLayerSet":
            cell = cell["Layers"]
        else:
            cell = cell["Value"]
    return None if cell == "" else cell


def same(found, expected):
    """Whether a typed cell has the expected value. A column of mixed types has texts."""
    if found is None or found == "" or expected is None:
        return found in (None, "") and expected is None
    if isinstance(found, str) or type(found) is bool or type(expected) is bool:
        return same_text(found, expected) if isinstance(found, str) else found is expected
    if isinstance(expected, str):
        # The digits of an integer that no double holds.
        return str(found) == expected.lstrip("+")
    return found == expected


def same_text(found, expected, decimal="."):
    if expected is None:
        return found in (None, "")
    if isinstance(expected, bool):
        return found == str(expected).lower()
    if isinstance(expected, (int, float)):
        text = found if decimal == "." else found.replace(".", "?").replace(decimal, ".")
        try:
            return float(text) == expected
        except ValueError:
            return False
    return found == expected


def unguarded(text):
    return text[1:] if isinstance(text, str) and re.match("'+[=+\\-@\t\r]", text) else text


def in_csv(decimal="."):
    def equal(found, expected):
        if isinstance(expected, str):
            return unguarded(found) == expected
        return same_text(found, expected, decimal)

    return equal


def in_workbook(found, expected):
    if isinstance(found, str):
        found = re.sub("_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), found)
        if found.endswith("…") and isinstance(expected, str) and len(expected) > 32_767:
            return expected.startswith(found[:-1])
    return same(found, expected)


headers = ["Guid", *(field for field in load("fields.json") if field != "Guid")]
rows = [[plain(field, row[field]) for field in headers] for row in load("rows.json")["result"]]
answers = {}


def compare(reader, found_headers, found_rows, equal=same, extra=()):
    differences = list(extra)
    if list(found_headers) != headers:
        differences.append(f"headers: {list(found_headers)[:20]}")
    if len(found_rows) != len(rows):
        differences.append(f"{len(found_rows)} rows instead of {len(rows)}")
    for r, (found, expected) in enumerate(zip(found_rows, rows)):
        for header, cell, value in zip(headers, found, expected):
            if not equal(cell, value):
                differences.append(f"row {r + 2}, {header}: {cell!r} instead of {value!r}")
    answers[reader] = {"cells": len(found_rows) * len(headers), "differences": differences[:10]}


def read_csv(reader, name, separator, encoding, decimal):
    with open(path(name), encoding=encoding, newline="") as file:
        first, *rest = csv.reader(file, delimiter=separator)
    compare(reader, map(unguarded, first), rest, in_csv(decimal))
    frame = pandas.read_csv(
        path(name), sep=separator, encoding=encoding, dtype=str, keep_default_na=False, header=None, low_memory=False
    )
    first, *rest = frame.values.tolist()
    compare(f"pandas, {reader}", map(unguarded, first), rest, in_csv(decimal))


def units_of(schema):
    return {field.name: (field.metadata or {}).get(b"unit", b"").decode() or None for field in schema}


def arrow_rows(table):
    table.validate(full=True)
    return list(zip(*(column.to_pylist() for column in table.columns)))


def duckdb_rows(relation):
    return relation.columns, relation.fetchall()


read_csv("csv", "table.csv", ",", "utf-8", ".")
read_csv("csv with decimal commas", "german.csv", ";", "utf-8-sig", ",")
columns = {f"c{i}": "VARCHAR" for i in range(len(headers))}
relation = duckdb.sql(
    f"""FROM read_csv('{path("table.csv")}', auto_detect = false, header = true, delim = ',', quote = '"', escape = '"',
    columns = {columns}, new_line = '\\r\\n', max_line_size = 10000000)"""
)
compare("DuckDB, csv", headers, relation.fetchall(), in_csv())

stream = pyarrow.ipc.open_stream(path("table.arrow")).read_all()
units = units_of(stream.schema)
compare("pyarrow, arrow", stream.schema.names, arrow_rows(stream))
# Names that differ in case alone are one name in DuckDB, which gives the second another one.
names = {name.lower() for name in headers}
compare("DuckDB, arrow", headers if len(names) < len(headers) else stream.schema.names, duckdb.sql("FROM stream").fetchall())

table = pyarrow.parquet.read_table(path("table.parquet"))
unlike = [] if units_of(table.schema) == units else ["units of Parquet and Arrow differ"]
compare("pyarrow, parquet", table.schema.names, arrow_rows(table), extra=unlike)
relation = duckdb.sql(f"FROM '{path('table.parquet')}'")
compare("DuckDB, parquet", headers if len(names) < len(headers) else relation.columns, relation.fetchall())
frame = pandas.read_parquet(path("table.parquet"), dtype_backend="pyarrow")
values = [frame.iloc[:, i].array.__arrow_array__().to_pylist() for i in range(frame.shape[1])]
compare("pandas, parquet", frame.columns, list(zip(*values)))

book = openpyxl.load_workbook(path("table.xlsx"))
products = book["Products"]
first, *rest = [[cell.value for cell in row] for row in products.iter_rows(max_row=len(rows) + 1)]
notes = {name: cell.comment and cell.comment.text for name, cell in zip(headers, next(products.iter_rows()))}
wrong = [name for name in headers if notes[name] != (units[name] and f"Unit: {units[name]}")]
formulas = sum(cell.data_type == "f" for row in products.iter_rows() for cell in row)
extra = [f"notes with units: {wrong[:10]}"] * bool(wrong) + [f"{formulas} formulas"] * bool(formulas)
unescaped = [re.sub("_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), str(name)) for name in first]
compare("openpyxl", unescaped, rest, in_workbook, extra)

with open(path("table.ndjson"), encoding="utf-8") as file:
    lines = [json.loads(line) for line in file]
compare("ndjson", lines[0] if lines else headers, [list(line.values()) for line in lines])

json.dump(answers, sys.stdout)
