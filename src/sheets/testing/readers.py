"""Reads files of tables with the libraries that people use, and prints what they read as JSON.

Usage: readers.py FOLDER…
       A folder has table.csv, table.xlsx, table.parquet and table.arrow. Prints [{reader: {"headers", "rows", …}}].
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


def path(name):
    return f"{folder}/table.{name}"


def cell(value):
    """Integers that no double holds are texts, as in the tables."""
    return str(value) if type(value) is int and abs(value) > 2**53 - 1 else value


def python_csv():
    with open(path("csv"), encoding="utf-8", newline="") as file:
        headers, *rows = csv.reader(file)
    return {"headers": headers, "rows": rows}


def pandas_csv():
    frame = pandas.read_csv(
        path("csv"), dtype=str, keep_default_na=False, header=None, engine="python", skip_blank_lines=False
    )
    headers, *rows = frame.values.tolist()
    return {"headers": headers, "rows": rows}


def duckdb_csv(headers):
    columns = {f"c{i}": "VARCHAR" for i in range(len(headers))}
    relation = duckdb.sql(
        f"""FROM read_csv('{path("csv")}', auto_detect = false, header = true, delim = ',', quote = '"', escape = '"',
        columns = {columns}, new_line = '\\r\\n', max_line_size = 10000000, allow_quoted_nulls = false)"""
    )
    return {"headers": headers, "rows": [list(row) for row in relation.fetchall()]}


def duckdb_parquet():
    relation = duckdb.sql(f"FROM '{path('parquet')}'")
    return {"headers": relation.columns, "rows": [[cell(value) for value in row] for row in relation.fetchall()]}


def arrow(table):
    table.validate(full=True)
    return {
        "headers": table.schema.names,
        "types": [str(field.type) for field in table.schema],
        "units": [(field.metadata or {}).get(b"unit", b"").decode() or None for field in table.schema],
        "about": {key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items()},
        "rows": [list(row) for row in zip(*([cell(v) for v in column.to_pylist()] for column in table.columns))],
    }


def unescaped(value):
    if not isinstance(value, str):
        return value
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), value)


def workbook():
    book = openpyxl.load_workbook(path("xlsx"))
    products, about = book.worksheets
    # Last rows without any value count too.
    last = int(re.search(r"\d+$", products.auto_filter.ref)[0])
    rows = [[unescaped(cell.value) for cell in row] for row in products.iter_rows(max_row=last)]
    comments = [cell.comment and cell.comment.text for cell in next(products.iter_rows())]
    return {
        "sheets": book.sheetnames,
        "headers": rows[0],
        "rows": rows[1:],
        "units": comments,
        "formulas": sum(cell.data_type == "f" for row in products.iter_rows() for cell in row),
        "filter": products.auto_filter.ref,
        "frozen": products.freeze_panes,
        "widths": all(products.column_dimensions[cell.column_letter].width >= 8 for cell in products[1]),
        "about": [[unescaped(value) for value in row] for row in about.values],
    }


answers = []
for folder in sys.argv[1:]:
    text = python_csv()
    answers.append(
        {
            "csv": text,
            "pandas": pandas_csv(),
            "duckdb csv": duckdb_csv(text["headers"]),
            "duckdb parquet": duckdb_parquet(),
            "arrow": arrow(pyarrow.ipc.open_stream(path("arrow")).read_all()),
            "parquet": arrow(pyarrow.parquet.read_table(path("parquet"))),
            "openpyxl": workbook(),
        }
    )
json.dump(answers, sys.stdout)
