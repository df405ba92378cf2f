"""Writes a table as XLSX with openpyxl or as CSV with pandas, as often as asked, and prints the processor time of each
in seconds.

Usage: tables.py xlsx|csv TABLE FILE
       TABLE is an Arrow IPC stream. A line on standard input is answered by the seconds of one writing.
"""
import sys
import time

import openpyxl
import pandas
import pyarrow.ipc

kind, source, target = sys.argv[1:]
table = pyarrow.ipc.open_stream(source).read_all()


def xlsx(rows):
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Products")
    sheet.append(table.schema.names)
    for row in rows:
        sheet.append(row)
    book.save(target)


if kind == "xlsx":
    rows = list(zip(*(column.to_pylist() for column in table.columns)))
    work = lambda: xlsx(rows)
else:
    frame = table.to_pandas()
    work = lambda: frame.to_csv(target, index=False, lineterminator="\r\n")

for _ in sys.stdin:
    start = time.process_time()
    work()
    print(time.process_time() - start, flush=True)
