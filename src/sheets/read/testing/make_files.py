"""Makes the files of this folder with openpyxl 3.1, XlsxWriter 3.2 or later and Python's csv.

usage: python make_files.py FOLDER
"""

import csv
import datetime
import io
import random
import sys

import openpyxl
import xlsxwriter
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

folder = sys.argv[1]
headers = ["Guid", "Name", "Width", "IsExternal", "Date", "Time", "Formula"]
date = datetime.date(2024, 2, 29)
moment = datetime.datetime(1900, 2, 27, 6, 30)
time = datetime.time(8, 30)
texts = [" spaces around ", "line\nbreak", "<&>\"'", "_x000D_", "Ä 😀", "=not a formula"]


def of_openpyxl(name, is_from_1904):
    book = openpyxl.Workbook()
    if is_from_1904:
        book.epoch = openpyxl.utils.datetime.MAC_EPOCH
    sheet = book.active
    sheet.title = "Notes"
    sheet["A1"] = "no table"
    sheet = book.create_sheet("Products")
    sheet.sheet_state = "hidden"
    sheet.append(headers)
    sheet.append(["a", CellRichText("ri", TextBlock(InlineFont(b=True), "ch")), 1.25, True, date, time, "=1+1"])
    sheet.append(["b", None, -3, False, date if is_from_1904 else moment])
    sheet.append([])
    sheet.append(["c", "merged"])
    sheet.merge_cells("B5:C6")
    for text in texts[:-1]:
        sheet.append(["t", text])
    sheet.append(["e", "#N/A"])
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["C"].hidden = True
    about = book.create_sheet("About")
    about.append(["Version", "v1"])
    about.append(["Rows", 3])
    book.save(f"{folder}/{name}.xlsx")


def of_xlsxwriter(name, options):
    book = xlsxwriter.Workbook(f"{folder}/{name}.xlsx", options)
    sheet = book.add_worksheet("First")
    sheet.write_row(0, 0, headers)
    days = book.add_format({"num_format": "dd/mm/yyyy"})
    moments = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
    clock = book.add_format({"num_format": "hh:mm"})
    bold = book.add_format({"bold": True})
    sheet.write_string(1, 0, "a")
    if options.get("constant_memory"):
        sheet.write_string(1, 1, "rich")
    else:
        sheet.write_rich_string(1, 1, "ri", bold, "ch")
    sheet.write_number(1, 2, 1e-7)
    sheet.write_boolean(1, 3, True)
    sheet.write_datetime(1, 4, date, days)
    sheet.write_datetime(1, 5, time, clock)
    sheet.write_formula(1, 6, "=1+1", None, 2)
    sheet.write_row(2, 0, ["b"])
    sheet.write_blank(2, 1, None, bold)
    sheet.write_datetime(2, 4, datetime.datetime.combine(date, time) if "date_1904" in options else moment, moments)
    sheet.write_formula(2, 6, '="a"&"b"', None, "ab")
    for i, text in enumerate(texts):
        sheet.write_string(3 + i, 0, "t")
        sheet.write_string(3 + i, 1, text)
    if not options.get("constant_memory"):
        sheet.merge_range(10, 1, 11, 2, "merged")
        sheet.write_string(11, 0, "m")
    book.add_worksheet("Last")
    book.close()


def of_csv():
    """Rows of random letters, those that need quotes among them. A second file has the cells one by one, in hex."""
    random.seed(1)
    letters = "ab1,;\t\"'\n\r=+-@ é😀"
    rows = [["Guid", "a;b", "c"]]
    for _ in range(300):
        rows.append(["".join(random.choices(letters, k=random.randrange(6))) for _ in range(3)])
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    with open(f"{folder}/python.csv", "w", encoding="utf-8", newline="") as file:
        file.write(out.getvalue())
    with open(f"{folder}/python.txt", "w", encoding="utf-8", newline="") as file:
        file.writelines(" ".join(f"<{cell.encode().hex()}>" for cell in row) + "\n" for row in rows)


of_openpyxl("openpyxl", False)
of_openpyxl("openpyxl-1904", True)
of_xlsxwriter("xlsxwriter", {})
of_xlsxwriter("xlsxwriter-inline-1904", {"constant_memory": True, "date_1904": True})
of_xlsxwriter("xlsxwriter-zip64", {"use_zip64": True})
of_csv()
