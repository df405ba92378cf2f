"""Validates BCF files with the XML schemas of BCF 3.0, which an old release of bcf-client contains.

Usage: schemas.py FILE…
Prints, as JSON, the number of the parts that were validated by their schemas, and the faults.
"""

import json
import sys
import zipfile
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

from lxml import etree

folder = Path(find_spec("bcf").submodule_search_locations[0]) / "v3/xsd"
schemas = {
    "bcf.version": "version",
    "project.bcfp": "project",
    "extensions.xml": "extensions",
    "documents.xml": "documents",
    "markup.bcf": "markup",
    ".bcfv": "visinfo",
}
loaded = {name: etree.XMLSchema(etree.parse(str(folder / f"{name}.xsd"))) for name in schemas.values()}
counts = Counter()
faults = []
for path in sys.argv[1:]:
    with zipfile.ZipFile(path) as archive:
        for part in archive.namelist():
            name = next((name for end, name in schemas.items() if part.endswith(end)), None)
            if name is None:
                continue
            counts[name] += 1
            schema = loaded[name]
            if not schema.validate(etree.fromstring(archive.read(part))):
                faults += [f"{part}:{one.line}: {one.message}" for one in schema.error_log]
print(json.dumps({"validated": counts, "faults": faults}))
