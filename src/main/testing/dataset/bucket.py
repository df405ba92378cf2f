"""Counts the rows of tables in a bucket with PyIceberg, at an address of its own, and prints them as JSON.

Usage: bucket.py ENDPOINT LOCATION…
       Each location is that of a table's metadata, gs://….
"""

import json
import sys

from pyiceberg.table import StaticTable

endpoint, *locations = sys.argv[1:]
# An emulator asks for no credentials, but without a token the reader would look for those of the machine.
properties = {
    "gcs.service.host": endpoint,
    "gcs.oauth2.token": "none",
    "gcs.oauth2.token-expires-at": "4102444800000",
}
print(json.dumps([StaticTable.from_metadata(at, properties).scan().to_arrow().num_rows for at in locations]))
