"""Imports two models into a project and writes a take-off of both by storey and material as a CSV.

Usage: PLINTH_URL=... PLINTH_TOKEN=... python3 examples/project.py MODEL.ifc FOLDER
Needs nothing but Python's standard library.
"""

import csv
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

file, folder = sys.argv[1], sys.argv[2]
os.makedirs(folder, exist_ok=True)
url = os.environ["PLINTH_URL"] + "/v1"
token = os.environ["PLINTH_TOKEN"]


def call(method, path, body=None, headers=None):
    """Returns the answer as JSON. Raises an error with the text of the service if it refuses."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, method=method)
    request.add_header("Authorization", "Bearer " + token)
    if data is not None:
        request.add_header("Content-Type", "application/json")
    for name, value in (headers or {}).items():
        request.add_header(name, value)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
    except urllib.error.HTTPError as error:
        raise RuntimeError(f"{error.code} {error.read().decode()}") from None
    return json.loads(text) if text else None


def ready(operation):
    """Waits until an operation has ended."""
    while True:
        found = call("GET", f"/operations/{operation}")
        if found["status"] == "Ready":
            return
        if found["status"] == "Failed":
            raise RuntimeError(f"{found.get('error')}: {found.get('errorDetails')}")
        time.sleep(0.2)


def imported(project, name):
    """Imports the file as a model of the project."""
    ticket = call("GET", "/files/upload-url")
    with open(file, "rb") as data:
        upload = urllib.request.Request(ticket["uploadUrl"], data.read(), method="PUT")
    upload.add_header("Content-Type", "application/octet-stream")
    urllib.request.urlopen(upload, timeout=600).close()
    draft = {"modelName": name, "uploadKey": ticket["uploadKey"], "uploadFileName": os.path.basename(file)}
    ready(call("POST", f"/projects/{project}/models", draft, {"Idempotency-Key": str(uuid.uuid4())})["id"])


project = call("POST", "/projects", {"name": "Take-off of a project"})["id"]
for house in ["House A", "House B"]:
    imported(project, house)

# The question is saved, so that others in the project can ask it too.
question = {
    "groupBy": ["SpatialLocation.Floor", "MaterialLayerSet.Name"],
    "measures": [{"calculator": "NetVolume"}, {"calculator": "NetArea"}],
    "where": {"property": "Class", "operator": "IsA", "value": "IfcElement"},
    "units": "SI",
}
saved = call("POST", f"/projects/{project}/queries", {"name": "By storey and material", "query": question, "shared": True})

# Ask for the groups page by page.
groups, number = [], 1
while True:
    path = f"/projects/{project}/products/groups?page={number}&pageSize=3"
    page = call("POST", path, {"savedQuery": saved["id"]})
    groups += page["groups"]
    if number * page["pageSize"] >= page["totalCount"]:
        break
    number += 1

with open(os.path.join(folder, "project.csv"), "w", newline="") as table:
    rows = csv.writer(table, lineterminator="\n")
    units = [unit or "" for unit in page["units"]]
    rows.writerow(["Floor", "Material", "Products", f"NetVolume {units[0]}", f"NetArea {units[1]}"])
    for group in groups:
        sums = ["" if one["value"] is None else round(one["value"], 6) for one in group["measures"]]
        rows.writerow([*(key or "" for key in group["keys"]), group["count"], *sums])
print(f"{page['totals']['count']} products in {page['totalCount']} groups")
