"""Prints, for each product of an IFC file to which IfcOpenShell gives a shape, the volume of that shape.

One line a product: GlobalId, volume in cubic metres, and 1 if the mesh is closed and its
triangles all face outward, else 0: the volume of another mesh means nothing.
Usage: volumes.py FILE
"""

import sys

import ifcopenshell
import ifcopenshell.geom
import numpy as np


def closed(verts, faces):
    """Returns whether, after corners at one place were merged, every edge has as many triangles one way as the other."""
    _, at = np.unique(np.round(verts, 6), axis=0, return_inverse=True)
    faces = at.reshape(-1)[faces]
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    ways = np.where(edges[:, 0] < edges[:, 1], 1, -1)
    _, which = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True)
    return len(edges) > 0 and not np.bincount(which.reshape(-1), weights=ways).any()


def main(path):
    file = ifcopenshell.open(path)
    settings = ifcopenshell.geom.settings()
    iterator = ifcopenshell.geom.iterator(settings, file, 1, exclude=["IfcOpeningElement", "IfcSpace", "IfcSite"])
    if not iterator.initialize():
        return
    while True:
        shape = iterator.get()
        verts = np.array(shape.geometry.verts).reshape(-1, 3)
        faces = np.array(shape.geometry.faces).reshape(-1, 3)
        if len(faces):
            verts = verts - verts.mean(axis=0)
            a, b, c = verts[faces[:, 0]], verts[faces[:, 1]], verts[faces[:, 2]]
            volume = abs(float((a * np.cross(b, c)).sum()) / 6)
            print(shape.guid, repr(volume), int(closed(verts, faces)), flush=True)
        if not iterator.next():
            return


main(sys.argv[1])
