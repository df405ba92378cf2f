"""Changes a table as people do in a spreadsheet, and prints what it changed.

Usage: edit.py FROM TO EDITABLE
       FROM and TO are workbooks or CSV files; EDITABLE is a file of JSON with {header: dataType}. Moves columns, sorts the rows
       by Name, adds a column, and changes or empties some of the cells with a value. Prints [[guid, header, value], …].
"""
import csv
import json
import sys

source, target, editable = sys.argv[1:]
with open(editable, encoding="utf-8") as file:
    types = json.load(file)
is_csv = source.endswith(".csv")


def changed(value, kind, n):
    """Returns the new value of a cell, None to empty it."""
    if kind == "Boolean":
        old = value == "true" if is_csv else value
        return not old
    if kind == "Real":
        return float(value) * 2 + 1.5
    if kind == "Integer":
        return int(float(value)) + 7
    return None if n % 3 == 0 else f"Edited {n}: \"quotes\", ; and\nlines é😀"


def edited(rows):
    headers, *body = rows
    guid = headers.index("Guid")
    edits = []
    for column, header in enumerate(headers):
        kind = types.get(header)
        candidates = [row for row in body if row[column] not in (None, "")]
        for n, row in enumerate(candidates[:: max(1, len(candidates) // 4)][:5] if kind else []):
            row[column] = changed(row[column], kind, n)
            edits.append([row[guid], header, row[column]])
    name = headers.index("Name")
    body.sort(key=lambda row: (str(row[name] or ""), row[guid]), reverse=True)
    rows = [[*reversed(headers), "Remark of the estimator"]]
    rows += [[*reversed(row), f"note {i}" if i % 2 else None] for i, row in enumerate(body)]
    return rows, edits


def edit_csv():
    with open(source, encoding="utf-8", newline="") as file:
        rows, edits = edited(list(csv.reader(file)))
    with open(target, "w", encoding="utf-8", newline="") as file:
        text = {True: "true", False: "false", None: ""}
        csv.writer(file).writerows(
            [text[cell] if cell is None or isinstance(cell, bool) else cell for cell in row] for row in rows
        )
    return edits


def edit_workbook():
    import openpyxl

    book = openpyxl.load_workbook(source)
    sheet = book["Products"]
    rows, edits = edited([list(row) for row in sheet.values])
    for r, row in enumerate(rows, start=1):
        for c, value in enumerate(row, start=1):
            cell = sheet.cell(r, c)
            cell.value = value
            if isinstance(value, str):
                # Texts stay texts, whatever they begin with.
                cell.data_type = "s"
    book.save(target)
    return edits


json.dump(edit_csv() if is_csv else edit_workbook(), sys.stdout)
