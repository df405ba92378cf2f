"""Keeps a table of a DuckDB file equal to the products of a project, by its events. Run it again at any time.

Usage: PLINTH_URL=... PLINTH_TOKEN=... python3 examples/keep_duckdb.py PROJECT_ID FILE.duckdb [FIELD ...]
Needs duckdb (pip install duckdb). The table products has a row for each model, product and field: its value as JSON.
The first run reads all models. The file keeps the last event that it has followed, so the next run reads what has changed
since, and no more.
"""

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

import duckdb

project, file, *own = sys.argv[1:]
FIELDS = own or ["Name", "Class", "SpatialLocation", "MaterialLayerSet", "Code"]
# The fields that each kind of shared data shows in; custom properties may be any of the others.
REFERENCES = {"materials": ["MaterialLayerSet"], "codifications": ["Code"], "locations": ["SpatialLocation"]}
FORMS = ["MaterialLayerSet", "Code", "SpatialLocation"]
PAGE = 1000


class ModelGone(Exception):
    """The model was removed since, or may not be seen any more: its own event is still to come."""


def call(method, path, body=None, **query):
    """Returns the answer as JSON."""
    request = urllib.request.Request(
        f"{os.environ['PLINTH_URL']}/v1/projects/{project}{path}?{urllib.parse.urlencode(query)}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + os.environ["PLINTH_TOKEN"], "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        told = error.read().decode()
        raise ModelGone if "ModelNotFound" in told else RuntimeError(f"{error.code} {told}") from None


def pages(method, path, body=None, **query):
    """Yields the pages of a list."""
    number = 1
    while True:
        page = call(method, path, body, page=number, pageSize=PAGE, **query)
        yield page
        if number * PAGE >= page["totalCount"]:
            return
        number += 1


def read(model, version, fields, guids=None):
    """Stores fields of the products of a model, or of some of them, as a version has them."""
    body = {"fields": ["Guid", *fields]}
    if guids is not None:
        body["where"] = {"property": "Guid", "operator": "In", "value": guids}
    for page in pages("POST", f"/models/{model}/products/properties/query", body, version=version):
        rows = [(model, row["Guid"], name, json.dumps(row[name])) for row in page["result"] for name in fields]
        if rows:
            db.executemany("INSERT OR REPLACE INTO products VALUES (?, ?, ?, ?)", rows)


def advance(model, version):
    """Brings a model from the version that the file holds to another one."""
    [(since,)] = db.execute("SELECT version FROM models WHERE model = ?", [model]).fetchall()
    changed, added = {}, []
    for page in pages("GET", f"/models/{model}/versions/{version}/changes", since=since):
        for guid in page["deleted"]:
            db.execute("DELETE FROM products WHERE model = ? AND guid = ?", [model, guid])
        added += page["added"]
        for row in page["changes"]:
            changed.setdefault(row["field"], set()).add(row["guid"])
    db.execute("UPDATE models SET version = ? WHERE model = ?", [version, model])
    for at in range(0, len(added), 100):
        read(model, version, FIELDS, added[at : at + 100])
    # Parts move with their whole, whose cell alone is listed.
    if changed.pop("SpatialLocation", None) and "SpatialLocation" in FIELDS:
        read(model, version, ["SpatialLocation"])
    guids = sorted(set().union(*changed.values()))
    for at in range(0, len(guids), 100):
        read(model, version, FIELDS, guids[at : at + 100])


def remove(model):
    for table in ("products", "models"):
        db.execute(f"DELETE FROM {table} WHERE model = ?", [model])


def unless_gone(model, work):
    """Does work on a model, and removes the model if it is gone."""
    try:
        work()
    except ModelGone:
        remove(model)


def read_again(fields):
    """Reads fields of all models again."""
    wanted = [name for name in FIELDS if name in fields]
    for model, version in db.execute("SELECT model, version FROM models").fetchall() if wanted else []:
        unless_gone(model, lambda: read(model, version, wanted))


def add(model, version):
    """Reads a model that the file does not hold yet."""
    db.execute("INSERT INTO models VALUES (?, ?)", [model, version])
    unless_gone(model, lambda: read(model, version, FIELDS))


def begin():
    """Reads all models, and returns the id of the event after which to follow. Events are kept 30 days only."""
    page = call("GET", "/events", limit=1000)
    while page["events"]:
        page = call("GET", "/events", after=page["next"], limit=1000)
    for model in call("GET", "/models")["models"]:
        if "latestPublicSource" in model:
            add(model["id"], model["latestPublicSource"]["modelVersionId"])
    return page["next"]


def follow(event):
    """Does to the file what an event says. The first run may have read a version whose event is still to come."""
    kind, model = event["type"], event.get("modelId")
    held = db.execute("SELECT version FROM models WHERE model = ?", [model]).fetchall()
    if kind == "model.imported" and not held:
        add(model, event["modelVersionId"])
    elif kind == "version.published" and held and int(event["modelVersionId"]) > int(held[0][0]):
        unless_gone(model, lambda: advance(model, event["modelVersionId"]))
    elif kind == "model.removed":
        remove(model)
        # The libraries of its file are gone as well, and products of other models may refer to them.
        read_again(FORMS)
    elif kind in ("library.changed", "location.changed"):
        area = event["data"]["area"]
        read_again(REFERENCES.get(area, [name for name in FIELDS if name not in FORMS]))


db = duckdb.connect(file)
db.execute("CREATE TABLE IF NOT EXISTS products (model TEXT, guid TEXT, field TEXT, value JSON, "
           "PRIMARY KEY (model, guid, field))")
db.execute("CREATE TABLE IF NOT EXISTS models (model TEXT PRIMARY KEY, version TEXT)")
db.execute("CREATE TABLE IF NOT EXISTS cursor (after TEXT)")
found = db.execute("SELECT after FROM cursor").fetchall()
if found:
    after = found[0][0]
else:
    db.begin()
    after = begin()
    db.execute("INSERT INTO cursor VALUES (?)", [after])
    db.commit()
followed = 0
while True:
    # After 410 CursorExpired the file is too old: delete it and begin anew.
    page = call("GET", "/events", after=after, limit=100)
    if not page["events"]:
        break
    for event in page["events"]:
        # One transaction for each event: what is killed here goes on there.
        db.begin()
        follow(event)
        db.execute("DELETE FROM cursor")
        db.execute("INSERT INTO cursor VALUES (?)", [event["id"]])
        db.commit()
        followed += 1
    after = page["next"]
[(products,)] = db.execute("SELECT count(DISTINCT (model, guid)) FROM products").fetchall()
print(f"{followed} events followed, {products} products")
