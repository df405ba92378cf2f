"""Reads the open dataset of a project with every reader that there is, and prints what each found as JSON.

Usage: read.py FILE.json
       The file holds {"url", "token", "projectId", "tables": {table: {"metadataLocation", "httpMetadataUrl"}}, "samples":
       {model: [guid, …]}}. Prints {"answers": {table: {reader: row}}, "planned": {model: files}, "history": {snapshot:
       {reader: row}}, "facts": rows by property, "cells": rows of the sampled products, "quantities": all of them,
       "filtered": [model, set, name, reader, rows, rows that it counts with a filter]}.
"""

import importlib
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import chdb
import chdb.session
import duckdb
import polars
from pyiceberg.catalog.rest import RestCatalog
from pyiceberg.expressions import And, EqualTo
from pyiceberg.table import StaticTable

with open(sys.argv[1]) as file:
    asked = json.load(file)
# chDB opens only what lies below its working folder.
os.chdir("/")
namespace = f"project_{asked['projectId']}"
# Properties of a model whose rows are counted with a filter.
most_filtered = 12
http_io = {"py-io-impl": "plinth_io.HttpFileIO"}

database = duckdb.connect(config={"allow_unsigned_extensions": "true"})
for name in ("avro", "httpfs", "iceberg"):
    folder = os.path.dirname(importlib.import_module(f"duckdb_extension_{name}").__file__)
    database.execute(f"load '{folder}/extensions/v{duckdb.__version__}/{name}.duckdb_extension'")
for name in ("iceberg", "iceberg-http"):
    alias = name.replace("-", "_")
    database.execute(f"create secret secret_{alias} (type iceberg, token '{asked['token']}')")
    database.execute(f"attach '' as {alias} (type iceberg, endpoint '{asked['url']}/{name}', secret secret_{alias})")

sums = {
    "products": "select count(*), count(distinct name), count(distinct material), min(guid), max(guid) from {}",
    "properties": "select count(*), count(number), sum(number), count(text), count(distinct text), count(boolean), sum(number_si) from {}",
    "quantities": "select count(*), sum(value), count(distinct source), min(measure), count(case when suspect then 1 end) from {}",
}


def path_of(table):
    return asked["tables"][table]["metadataLocation"].removeprefix("file://")


def plain(row):
    return [value if value is None or isinstance(value, str) else float(value) for value in row]


def duck(question):
    return plain(database.execute(question).fetchone())


def over_arrow(question, found):
    database.register("arrow_table", found)
    return duck(question.format("arrow_table"))


def chosen(question):
    return plain(json.loads(str(chdb.query(question, "JSONCompact")))["data"][0])


def catalog(name, properties):
    return RestCatalog("plinth", uri=f"{asked['url']}/{name}", token=asked["token"], **properties)


def polars_frame(source, **options):
    return polars.scan_iceberg(source, **options).collect().to_arrow()


def readers(table):
    """Returns the functions that read a table, each by the name of a reader and a way to the table."""
    path, url = path_of(table), asked["tables"][table]["httpMetadataUrl"]
    location = asked["tables"][table]["metadataLocation"]
    question = sums[table]
    name = f"{namespace}.{table}"
    folder = path.split("/metadata/")[0]
    chdb_catalog = f"DataLakeCatalog('{asked['url']}/iceberg/v1')"
    settings = f"catalog_type='rest', warehouse='plinth', auth_header='Authorization: Bearer {asked['token']}', vended_credentials=false"

    def by_catalog():
        # Settings and databases last for a session.
        with chdb.session.Session() as session:
            session.query("set allow_database_iceberg = 1")
            session.query(f"create database plinth engine={chdb_catalog} settings {settings}")
            found = session.query(question.format(f"plinth.`{name}`"), "JSONCompact")
            return plain(json.loads(str(found))["data"][0])

    return {
        "DuckDB, path": lambda: duck(question.format(f"iceberg_scan('{path}')")),
        "DuckDB, http": lambda: duck(question.format(f"iceberg_scan('{url}')")),
        "DuckDB, catalog": lambda: duck(question.format(f"iceberg.{name}")),
        "DuckDB, http catalog": lambda: duck(question.format(f"iceberg_http.{name}")),
        "PyIceberg, path": lambda: over_arrow(question, StaticTable.from_metadata(location).scan().to_arrow()),
        "PyIceberg, http": lambda: over_arrow(question, StaticTable.from_metadata(url, http_io).scan().to_arrow()),
        "PyIceberg, catalog": lambda: over_arrow(question, catalog("iceberg", {}).load_table(name).scan().to_arrow()),
        "PyIceberg, http catalog": lambda: over_arrow(
            question, catalog("iceberg-http", http_io).load_table(name).scan().to_arrow()
        ),
        "Polars, path": lambda: over_arrow(question, polars_frame(location)),
        # Polars' own reader of files over HTTP needs their Content-Length, which streamed responses do not have.
        "Polars, http": lambda: over_arrow(
            question, polars_frame(StaticTable.from_metadata(url, http_io), reader_override="pyiceberg")
        ),
        "Polars, catalog": lambda: over_arrow(question, polars_frame(catalog("iceberg", {}).load_table(name))),
        "chDB, path": lambda: chosen(question.format(f"icebergLocal('{folder}')")),
        "chDB, catalog": by_catalog,
    }


def travels():
    """Returns the sums of the properties in each snapshot, by the readers."""
    location, path = asked["tables"]["properties"]["metadataLocation"], path_of("properties")
    table = StaticTable.from_metadata(location)
    question = "select count(*), sum(number) from {}"
    found = {}
    for snapshot in table.metadata.snapshots:
        own = snapshot.snapshot_id
        chdb_table = f"icebergLocal('{path.split('/metadata/')[0]}')"
        ways = {
            "DuckDB": lambda: duck(question.format(f"iceberg_scan('{path}', snapshot_from_id = {own})")),
            "PyIceberg": lambda: over_arrow(question, table.scan(snapshot_id=own).to_arrow()),
            "Polars": lambda: over_arrow(question, polars_frame(location, snapshot_id=own)),
            "chDB": lambda: chosen(f"{question.format(chdb_table)} settings iceberg_snapshot_id = {own}"),
        }
        found[str(own)] = {reader: tried(way) for reader, way in ways.items()}
    return found


def tried(way):
    try:
        return way()
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:300]}"


def planned(model):
    scan = StaticTable.from_metadata(asked["tables"]["properties"]["metadataLocation"])
    return len(list(scan.scan(row_filter=f"model_id == '{model}'").plan_files()))


def filtered(facts):
    """Counts the rows of some properties of each model with filters, which readers may answer by bounds alone."""
    path, scan = path_of("properties"), StaticTable.from_metadata(asked["tables"]["properties"]["metadataLocation"])
    found = []
    for model in asked["samples"]:
        own = sorted(fact[:4] for fact in facts if fact[0] == model)
        for _, group, name, rows in own[:: max(1, len(own) // most_filtered)]:
            where = "model_id = ? and property_set = ? and property = ?"
            question = f"select count(*) from iceberg_scan('{path}') where {where}"
            [duck_rows] = database.execute(question, [model, group, name]).fetchone()
            equal = And(EqualTo("model_id", model), EqualTo("property_set", group), EqualTo("property", name))
            planned_rows = scan.scan(row_filter=equal, selected_fields=("guid",)).to_arrow().num_rows
            found += [[model, group, name, "DuckDB", rows, duck_rows], [model, group, name, "PyIceberg", rows, planned_rows]]
    return found


def select(table, columns, rest=""):
    found = database.execute(f"select {columns} from iceberg_scan('{path_of(table)}') {rest}")
    return [list(row) for row in found.fetchall()]


facts = select(
    "properties",
    "model_id, property_set, property, count(*), count(number), sum(number_si) filter (number is not null), "
    "count(text), count(distinct text), count(boolean), count(distinct coalesce(unit_si, ''))",
    "group by all",
)
guids = ", ".join(f"'{guid}'" for sample in asked["samples"].values() for guid in sample)
print(
    json.dumps(
        {
            "answers": {table: {reader: tried(way) for reader, way in readers(table).items()} for table in sums},
            "planned": {model: planned(model) for model in asked["samples"]},
            "history": travels(),
            "facts": facts,
            "filtered": filtered(facts),
            "cells": select(
                "properties",
                "model_id, guid, property_set, property, text, number, boolean, number_si",
                f"where guid in ({guids})",
            ),
            "quantities": select("quantities", "model_id, guid, measure, value, origin, source, suspect"),
        }
    )
)
