"""
Writes the tables under src/ifc/testing/integrity: for each schema what its EXPRESS says of instances: the attributes of
each entity with their types, the members of selects, the words of enumerations, and the inverse attributes that bound
how often others refer. Bounds without an upper one end with -1.

Usage:  python scripts/generate_ifc_rules.py    (with the package ifcopenshell 0.9.0.post1)
"""
import json
import pathlib
import re

import ifcopenshell.ifcopenshell_wrapper as wrapper

target = pathlib.Path(__file__).parent.parent / "src/ifc/testing/integrity"

# The package knows no widths of texts; these are the same in all three schemas.
widths = {"IfcGloballyUniqueId": [22, 22], "IfcIdentifier": [0, 255], "IfcLabel": [0, 255]}


def type_of(declared):
    """A simple type or the name of a declaration as a word, an aggregate as [word, lower, upper, item]."""
    if declared.as_simple_type():
        return declared.as_simple_type().declared_type()
    aggregate = declared.as_aggregation_type()
    if aggregate:
        word = aggregate.type_of_aggregation_string()
        return [word, aggregate.bound1(), aggregate.bound2(), type_of(aggregate.type_of_element())]
    return declared.as_named_type().declared_type().name()


def inverse_of(inverse):
    """[name, entity that refers, its attribute, lower, upper]; one without an aggregate is exactly one."""
    lower, upper = inverse.bound1(), inverse.bound2()
    if inverse.type_of_aggregation_string() == "":
        lower, upper = 1, 1
    return [inverse.name(), inverse.entity_reference().name(), inverse.attribute_reference().name(), lower, upper]


def entity_of(declaration):
    parent = declaration.supertype()
    every = declaration.all_attributes()
    inverse = [inverse_of(inverse) for inverse in declaration.inverse_attributes()]
    entity = {
        "parent": parent.name() if parent else "",
        "abstract": declaration.is_abstract(),
        "attributes": [
            [attribute.name() + ("?" if attribute.optional() else ""), type_of(attribute.type_of_attribute())]
            for attribute in declaration.attributes()
        ],
        "derived": [every[i].name() for i, flag in enumerate(declaration.derived()) if flag],
        "inverse": [one for one in inverse if one[3] > 0 or one[4] > 0],
    }
    return {key: value for key, value in entity.items() if value or key == "parent"}


for name in ("IFC2X3", "IFC4", "IFC4X3_ADD2"):
    schema = wrapper.schema_by_name(name)
    entities, types, selects, enumerations = {}, {}, {}, {}
    for declaration in schema.declarations():
        if declaration.as_entity():
            entities[declaration.name()] = entity_of(declaration.as_entity())
        elif declaration.as_select_type():
            selects[declaration.name()] = [member.name() for member in declaration.as_select_type().select_list()]
        elif declaration.as_enumeration_type():
            enumerations[declaration.name()] = list(declaration.as_enumeration_type().enumeration_items())
        else:
            types[declaration.name()] = type_of(declaration.as_type_declaration().declared_type())
    tables = {"entities": entities, "types": types, "widths": widths, "selects": selects, "enumerations": enumerations}
    lines = []
    for table, entries in tables.items():
        rows = [f"{json.dumps(key)}:{json.dumps(entries[key], separators=(',', ':'))}" for key in sorted(entries)]
        lines.append(f'"{table}":{{\n' + ",\n".join(rows) + "\n}")
    path = target / f"{re.sub('_.*', '', name)}.json"
    path.write_text("{" + ",\n".join(lines) + "}\n")
