"""Checks an IFC file against IDS documents with ifctester, and says as JSON how long that took and what came out.

Usage: ids.py MODEL DOCUMENT.ids...
"""

import json
import os
import sys
import time

import ifcopenshell
import ifctester.ids


def check(specification, model):
    """Returns why a specification could not be checked, or None."""
    try:
        specification.reset_status()
        specification.check_ifc_version(model)
        specification.validate(model)
        return None
    except Exception as error:
        return repr(error)


def result(specification, error):
    if error is not None:
        return {"name": specification.name, "error": error, "passes": False, "applicable": [], "failures": []}
    return {
        "name": specification.name,
        "error": None,
        "passes": bool(specification.status),
        "applicable": sorted(entity.id() for entity in specification.applicable_entities),
        "failures": [
            sorted(failure["element"].id() for failure in facet.failures) for facet in specification.requirements
        ],
    }


def main(source, *documents):
    start = time.process_time()
    model = ifcopenshell.open(source)
    opened = time.process_time() - start
    results = []
    for document in documents:
        start = time.process_time()
        specifications = ifctester.ids.open(document).specifications
        errors = [check(specification, model) for specification in specifications]
        checked = time.process_time() - start
        found = [result(*each) for each in zip(specifications, errors)]
        results.append({"open": opened, "check": checked, "specifications": found})
    print(json.dumps(results), flush=True)
    os._exit(0)


main(*sys.argv[1:])
