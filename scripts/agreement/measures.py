"""Prints, for each product of an IFC file to which IfcOpenShell gives a shape, what the shape measures.

One line of JSON a product: its GlobalId, whether its mesh is closed, and the measures by their names in this project,
in metres, square and cubic metres, as far as functions of IfcOpenShell tell them as this project defines them (see
OtherMeasures.ts).
Usage: measures.py FILE
"""

import json
import sys

import ifcopenshell
import ifcopenshell.geom
import ifcopenshell.util.representation
import ifcopenshell.util.shape as shape_util
import ifcopenshell.util.unit
import numpy as np

WALLS = ("IfcWall",)
TOPS = ("IfcSlab", "IfcRoof", "IfcRamp", "IfcRampFlight")
PLATES = ("IfcCovering", "IfcPlate")
BARS = ("IfcBeam", "IfcColumn", "IfcMember", "IfcPile", "IfcReinforcingBar", "IfcTendon", "IfcFlowSegment")
OPENINGS = ("IfcDoor", "IfcWindow")
HOLLOW = ("IfcDoor", "IfcWindow", "IfcRailing")

# Side faces of walls are those within this angle of the y axis: ends and reveals are not among them.
SIDE_ANGLE = 20
# Top faces are those within this angle of the upward direction.
TOP_ANGLE = 80
# Sides of walls are much the same if they differ by at most this part of their sum.
ALIKE = 0.05
# A wall is straight if it fills this part of its box in plan.
STRAIGHT = 0.5
# A box tells the length of a bar if it is this many times as long as wide.
SLENDER = 3
# An extrusion that is this many times as wide as deep may be an elevation that is extruded across the bar.
ACROSS = 4


def closed(verts, faces):
    """Returns whether, after corners at one place were merged, every edge has as many triangles one way as the other."""
    _, at = np.unique(np.round(verts, 6), axis=0, return_inverse=True)
    faces = at.reshape(-1)[faces]
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    ways = np.where(edges[:, 0] < edges[:, 1], 1, -1)
    _, which = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True)
    return len(edges) > 0 and not np.bincount(which.reshape(-1), weights=ways).any()


def is_of(product, classes):
    return any(product.is_a(name) for name in classes)


def sides(geometry):
    """Returns the mean of the areas of both sides of a wall along x; None if the sides are not much the same."""
    ways = ((0.0, 1.0, 0.0), (0.0, -1.0, 0.0))
    one, other = (shape_util.get_side_area(geometry, direction=way, angle=SIDE_ANGLE) for way in ways)
    return (one + other) / 2 if abs(one - other) <= ALIKE * (one + other) else None


def bar_length(product, geometry, metre):
    """Returns the depth of the only extrusion of a bar, else the side of a slender box; None if neither tells."""
    least, middle, longest = sorted((shape_util.get_x(geometry), shape_util.get_y(geometry), shape_util.get_z(geometry)))
    extrusions = shape_util.get_base_extrusions(product) or []
    if extrusions:
        depth = extrusions[0].Depth * metre
        return depth if len(extrusions) == 1 and longest <= ACROSS * depth else None
    return longest if longest >= SLENDER * middle else None


def measures(product, shape, metre):
    """Returns the measures of a shape, with its openings or without."""
    geometry = shape.geometry
    up = tuple(float(part) for part in shape_util.get_shape_matrix(shape)[2, :3])
    found = {"Volume": shape_util.get_volume(geometry)}
    if not is_of(product, HOLLOW):
        found["SurfaceArea"] = shape_util.get_area(geometry)
    if is_of(product, WALLS + TOPS + PLATES):
        found["FootprintArea"] = shape_util.get_footprint_area(geometry, direction=up)
    if is_of(product, WALLS):
        found["Height"] = shape_util.get_z(geometry)
        length, width = shape_util.get_x(geometry), shape_util.get_y(geometry)
        is_straight = width > 0 and found["FootprintArea"] >= STRAIGHT * length * width
        found["Width"] = width if is_straight else None
        found["Length"] = found["FootprintArea"] / width if is_straight else None
        found["Area"] = sides(geometry) if is_straight else None
    elif is_of(product, TOPS):
        found["Area"] = shape_util.get_side_area(geometry, direction=up, angle=TOP_ANGLE)
    elif is_of(product, PLATES):
        found["Area"] = shape_util.get_max_side_area(geometry)
    elif is_of(product, OPENINGS):
        width, height = product.OverallWidth, product.OverallHeight
        found["Area"] = width * height * metre**2 if width and height else None
    elif is_of(product, BARS):
        found["Length"] = bar_length(product, geometry, metre)
    return found


def shapes(file, is_cut, **which):
    settings = ifcopenshell.geom.settings()
    settings.set("disable-opening-subtractions", not is_cut)
    iterator = ifcopenshell.geom.iterator(settings, file, 1, **which)
    if not iterator.initialize():
        return
    while True:
        shape = iterator.get()
        if len(shape.geometry.faces):
            yield shape
        if not iterator.next():
            return


def main(path):
    file = ifcopenshell.open(path)
    metre = ifcopenshell.util.unit.calculate_unit_scale(file)
    hosts = [relation.RelatingBuildingElement for relation in file.by_type("IfcRelVoidsElement")]
    uncut = {}
    if hosts:
        for shape in shapes(file, False, include=hosts):
            uncut[shape.guid] = measures(file.by_guid(shape.guid), shape, metre)
    for shape in shapes(file, True, exclude=["IfcOpeningElement", "IfcSpace", "IfcSite"]):
        net = measures(file.by_guid(shape.guid), shape, metre)
        gross = uncut.get(shape.guid, net)
        values = dict(net)
        if "Area" in net:
            values["NetArea"], values["GrossArea"] = values.pop("Area"), gross["Area"]
        # A wall is as long and as thick as without its openings.
        for name in ("Length", "Width"):
            if name in gross:
                values[name] = gross[name]
        if "FootprintArea" in net:
            values["FootprintArea"] = min(net["FootprintArea"], gross["FootprintArea"])
        verts = shape_util.get_vertices(shape.geometry)
        is_closed = bool(closed(verts, shape_util.get_faces(shape.geometry)))
        print(json.dumps({"guid": shape.guid, "isClosed": is_closed, "values": values}), flush=True)


main(sys.argv[1])
