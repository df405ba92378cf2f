"""Validates BCF files with the XML schemas of BCF 2.1 and 3.0, which an old release of bcf-client contains.

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

folder = Path(find_spec("bcf").submodule_search_locations[0])
parts = {
    "bcf.version": "version",
    "project.bcfp": "project",
    "extensions.xml": "extensions",
    "documents.xml": "documents",
    "markup.bcf": "markup",
    ".bcfv": "visinfo",
}


def schema_of(version, name):
    return etree.XMLSchema(etree.parse(str(folder / f"v{version[0]}/xsd/{name}.xsd")))


def words_of(text):
    """Returns the schema of the words of a project of version 2.1, which redefines that of markup."""
    return etree.XMLSchema(etree.fromstring(text, base_url=(folder / "v2/xsd/extensions.xsd").as_uri()))


loaded = {}
counts = Counter()
faults = []
for path in sys.argv[1:]:
    with zipfile.ZipFile(path) as archive:
        version = etree.fromstring(archive.read("bcf.version")).get("VersionId")
        for part in archive.namelist():
            if part == "extensions.xsd":
                words_of(archive.read(part))
                counts["extensions"] += 1
            name = next((name for end, name in parts.items() if part.endswith(end)), None)
            if name is None:
                continue
            counts[name] += 1
            if (version, name) not in loaded:
                loaded[version, name] = schema_of(version, name)
            schema = loaded[version, name]
            if not schema.validate(etree.fromstring(archive.read(part))):
                faults += [f"{part}:{one.line}: {one.message}" for one in schema.error_log]
print(json.dumps({"validated": counts, "faults": faults}))
