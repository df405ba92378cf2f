"""Opens an IFC file, makes edits through ifcopenshell.api, writes it, and says as JSON how long that took.

Usage: export.py SOURCE TARGET EDITS.json eager|lazy
"""

import json
import os
import sys
import time

import ifcopenshell
import ifcopenshell.api.attribute
import ifcopenshell.api.pset
import ifcopenshell.util.element
import ifcopenshell.util.pset


def memory(field):
    """Bytes of this process: VmHWM at most so far, VmRSS now; 0 where the system does not say."""
    if not os.path.exists("/proc/self/status"):
        return 0
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(field))


def set_with(product, set_name, name):
    """The first property set of the product with this name and a property of that name."""
    for relation in product.IsDefinedBy:
        if not relation.is_a("IfcRelDefinesByProperties"):
            continue
        pset = relation.RelatingPropertyDefinition
        if pset.is_a("IfcPropertySet") and pset.Name == set_name:
            if any(each.Name == name for each in pset.HasProperties):
                return pset
    return None


def edit_property(model, product, edit):
    set_name, name, value = edit["set"], edit["name"], edit["now"]["value"]
    if edit["now"]["type"] == "Real":
        value = float(value)
    pset = set_with(product, set_name, name)
    if pset is None:
        pset = ifcopenshell.api.pset.add_pset(model, product=product, name=set_name)
    elif len(ifcopenshell.util.element.get_elements_by_pset(pset)) > 1:
        pset = ifcopenshell.api.pset.unshare_pset(model, products=[product], pset=pset)[0]
    ifcopenshell.api.pset.edit_pset(model, pset=pset, properties={name: value})


def main(source, target, edits_path, way):
    with open(edits_path, encoding="utf-8") as text:
        edits = json.load(text)
    for schema in ("IFC2X3", "IFC4", "IFC4X3"):
        ifcopenshell.util.pset.get_template(schema)
    idle = memory("VmRSS")
    start, cpu = time.perf_counter(), time.process_time()
    model = ifcopenshell.open(source, lazy=way == "lazy")
    opened = time.perf_counter()
    for edit in edits:
        product = model.by_guid(edit["guid"])
        if edit["kind"] == "Attribute":
            ifcopenshell.api.attribute.edit_attributes(
                model, product=product, attributes={edit["name"]: edit["now"]}
            )
        else:
            edit_property(model, product, edit)
    edited = time.perf_counter()
    model.write(target)
    written = time.perf_counter()
    print(
        json.dumps(
            {
                "ms": (written - start) * 1000,
                "cpu": (time.process_time() - cpu) * 1000,
                "parts": {
                    "open": (opened - start) * 1000,
                    "edit": (edited - opened) * 1000,
                    "write": (written - edited) * 1000,
                },
                "idle": idle,
                "peak": memory("VmHWM"),
            }
        ),
        flush=True,
    )
    # Freeing what was read is not asked for.
    os._exit(0)


main(*sys.argv[1:])
