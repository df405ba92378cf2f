"""Imports a model, lists its walls, writes their quantities to a CSV, changes a property, publishes, exports.

Usage: PLINTH_URL=... PLINTH_TOKEN=... python3 examples/takeoff.py MODEL.ifc FOLDER
Needs requests (pip install requests).
"""

import csv
import os
import sys
import time
import uuid

import requests

file, folder = sys.argv[1], sys.argv[2]
os.makedirs(folder, exist_ok=True)
url = os.environ["PLINTH_URL"] + "/v1"
http = requests.Session()
http.headers["Authorization"] = "Bearer " + os.environ["PLINTH_TOKEN"]


def call(method, path, **more):
    """The answer as JSON; raises with the service's own words where it refuses."""
    answer = http.request(method, url + path, timeout=60, **more)
    if answer.status_code >= 400:
        raise RuntimeError(f"{answer.status_code} {answer.text}")
    return answer.json() if answer.content else None


def ready(operation):
    """Waits until an operation has ended."""
    while True:
        found = call("GET", f"/operations/{operation}")
        if found["status"] == "Ready":
            return
        if found["status"] == "Failed":
            raise RuntimeError(f"{found.get('error')}: {found.get('errorDetails')}")
        time.sleep(0.2)


# Import: a place to send the file to, the file, the model that is made of it.
project = call("POST", "/projects", json={"name": "Takeoff in Python"})["id"]
ticket = call("GET", "/files/upload-url")
with open(file, "rb") as data:
    requests.put(ticket["uploadUrl"], data=data, timeout=600).raise_for_status()
draft = {"modelName": "House", "uploadKey": ticket["uploadKey"], "uploadFileName": os.path.basename(file)}
key = {"Idempotency-Key": str(uuid.uuid4())}
started = call("POST", f"/projects/{project}/models", json=draft, headers=key)
ready(started["id"])
model = f"/projects/{project}/models/{started['modelId']}"

# Query: page after page.
query = {"fields": ["Guid", "Name"], "filters": [{"property": "Class", "operator": "Contains", "value": "Wall"}]}
walls, number = [], 1
while True:
    page = call("POST", f"{model}/products/properties/query", json=query, params={"page": number, "pageSize": 2})
    walls += [row["Guid"] for row in page["result"]]
    if page["page"] * page["pageSize"] >= page["totalCount"]:
        break
    number += 1
print(f"{len(walls)} walls")

# Quantities of every product, as a table.
calculators = ["Count", "Length", "NetVolume"]
calculation = call("POST", f"{model}/products/quantities/query", json={"calculators": calculators})["id"]
ready(calculation)
link = call("GET", f"{model}/products/quantities/{calculation}/result")["downloadUrl"]
products = requests.get(link, timeout=600).json()["products"]
with open(os.path.join(folder, "quantities.csv"), "w", newline="") as table:
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(["Guid", "Class", *calculators])
    for one in products:
        rows.writerow([one["Guid"], one["Class"], *(one.get(name, {}).get("value", "") for name in calculators)])
print(f"{len(products)} products measured")

# Edit under a session, then let the others see it.
session = {"X-Client-Session-Id": str(uuid.uuid4())}
call("POST", f"{model}/start-session", headers=session)
ratings = {"Pset_WallCommon.FireRating": {guid: "REI 90" for guid in walls}}
errors = call("POST", f"{model}/products", json={"addOrUpdate": ratings}, headers=session)["errors"]
if errors:
    raise RuntimeError(errors[0]["description"])
call("POST", f"{model}/publish", json={"title": "Walls rated"}, headers=session)
call("POST", f"{model}/end-session", headers=session)
print("published")

# Export: the file as it was, with what was published.
export = call("POST", f"{model}/export-ifc")["id"]
ready(export)
with http.get(f"{url}{model}/export-ifc/{export}/result", stream=True, timeout=600) as answer:
    answer.raise_for_status()
    with open(os.path.join(folder, "exported.ifc"), "wb") as out:
        for part in answer.iter_content(1 << 16):
            out.write(part)
print("exported")
