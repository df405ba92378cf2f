"""Checks an IFC file against an IDS document with ifctester, and says as JSON how long that took and what came out.

Usage: ids.py MODEL DOCUMENT.ids
"""

import json
import os
import sys
import time

import ifcopenshell
import ifctester.ids


def main(source, document):
    start = time.process_time()
    model = ifcopenshell.open(source)
    opened = time.process_time()
    specifications = ifctester.ids.open(document)
    specifications.validate(model)
    checked = time.process_time()
    results = []
    for each in specifications.specifications:
        failures = [[failure["element"].id() for failure in facet.failures] for facet in each.requirements]
        results.append(
            {
                "name": each.name,
                "applicable": sorted(entity.id() for entity in each.applicable_entities),
                "failures": [sorted(ids) for ids in failures],
            }
        )
    print(json.dumps({"open": opened - start, "check": checked - opened, "specifications": results}), flush=True)
    os._exit(0)


main(*sys.argv[1:])
