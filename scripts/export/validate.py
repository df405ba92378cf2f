"""Says which issues exported IFC files have that their source has not, by ifcopenshell.validate.

Usage: validate.py SOURCE EXPORTED...
Prints a line of JSON for each exported file: how many issues the source and it have, and those that are new.
"""

import collections
import json
import os
import re
import sys

import ifcopenshell.validate

# Express rules of larger files take minutes.
MOST_BYTES_WITH_RULES = 5_000_000


def kind_of(statement):
    """The issue without what is of one instance: its number, its texts, how many others it lists; of a rule, the rule."""
    rule, _, _ = str(statement["message"]).partition("\n\nViolated by:")
    text = re.sub(r"'(?:[^']|'')*'", "''", rule)
    text = re.sub(r"#\d+", "#", text)
    text = re.sub(r"#(?:\s*,\s*#)+", "#", text)
    return " ".join((statement["level"], str(statement.get("attribute")), text))


def issues_of(path, rules):
    logger = ifcopenshell.validate.json_logger()
    ifcopenshell.validate.validate(path, logger, express_rules=rules)
    statements = [one for one in logger.statements if one["level"] != "info"]
    example = {kind_of(one): f"{one.get('attribute')}: {one['message']} [{one.get('instance')}]" for one in statements}
    return collections.Counter(map(kind_of, statements)), example


def main(source, *exported):
    rules = os.path.getsize(source) <= MOST_BYTES_WITH_RULES
    known = None
    for path in exported:
        found, example = issues_of(path, rules)
        # A file without issues has no new ones, whatever its source has.
        if found and known is None:
            known, _ = issues_of(source, rules)
        new = [{"count": count, "issue": example[kind]} for kind, count in (found - (known or collections.Counter())).items()]
        before = None if known is None else known.total()
        print(json.dumps({"rules": rules, "source": before, "exported": found.total(), "new": new}), flush=True)


main(*sys.argv[1:])
