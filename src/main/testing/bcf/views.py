"""Writes topics with views into BCF files, and reads all topics of BCF files, with bcf-client.

Usage: views.py write FOLDER SELECTED HIDDEN COLOURED PNG
       views.py read FILE…
The first writes 2.1.bcfzip and 3.0.bcfzip, with the GlobalIds of three products and the path of a picture. Both print JSON.
"""

import hashlib
import json
import sys
import zipfile
from pathlib import Path

import bcf.v2.model as model2
import bcf.v3.model as model3
from bcf.v2.bcfxml import BcfXml as BcfXml2
from bcf.v3.bcfxml import BcfXml as BcfXml3
from lxml import etree

camera = {
    "camera_view_point": [12.25, -5.5, 9.125],
    "camera_direction": [-0.48, 0.64, -0.6],
    "camera_up_vector": [-0.36, 0.48, 0.8],
    "field_of_view": 60.0,
}
plane = {"location": [3.0, 2.0, 1.0], "direction": [0.6, -0.8, 0.0]}


def digest(data):
    return None if data is None else hashlib.sha256(data).hexdigest()


def vector(of):
    return [of.x, of.y, of.z]


def written(version, folder, selected, hidden, coloured, picture):
    model, kind = (model2, BcfXml2) if version == "2.1" else (model3, BcfXml3)
    book = kind.create_new("Written elsewhere")
    topic = book.add_topic(f"Written as {version}", "By another program", "somebody@example.org", "Clash", "Active")
    view = topic.add_viewpoint_from_point_and_guids([0.0, 0.0, 0.0], selected)
    view.snapshot = Path(picture).read_bytes()
    # In version 2.1 the handler does not name the picture of a view that was added.
    viewpoints = topic.markup.viewpoints if version == "2.1" else topic.topic.viewpoints.view_point
    viewpoints[0].snapshot = "snapshot.png"
    info = view.visualization_info
    ratio = {} if version == "2.1" else {"aspect_ratio": 1.5}
    point = lambda values: model.Point(**dict(zip("xyz", values)))
    direction = lambda values: model.Direction(**dict(zip("xyz", values)))
    info.orthogonal_camera = None
    info.perspective_camera = model.PerspectiveCamera(
        camera_view_point=point(camera["camera_view_point"]),
        camera_direction=direction(camera["camera_direction"]),
        camera_up_vector=direction(camera["camera_up_vector"]),
        field_of_view=camera["field_of_view"],
        **ratio,
    )
    component = lambda guid: model.Component(ifc_guid=guid)
    info.components.selection = model.ComponentSelection(component=[component(selected)])
    info.components.visibility = model.ComponentVisibility(
        default_visibility=True, exceptions=model.ComponentVisibilityExceptions(component=[component(hidden)])
    )
    color = (
        model.ComponentColoringColor(component=[component(coloured)], color="FF0000")
        if version == "2.1"
        else model.ComponentColoringColor(
            components=model.ComponentColoringColorComponents(component=[component(coloured)]), color="FF0000"
        )
    )
    info.components.coloring = model.ComponentColoring(color=[color])
    planes = [model.ClippingPlane(location=point(plane["location"]), direction=direction(plane["direction"]))]
    info.clipping_planes = model.VisualizationInfoClippingPlanes(clipping_plane=planes)
    book.save(Path(folder) / f"{version}.bcfzip")


def view_of(handler):
    info = handler.visualization_info
    eye = info.perspective_camera
    parts = info.components
    exceptions = parts.visibility.exceptions
    colors = parts.coloring.color if parts.coloring else []
    members = lambda color: color.component if hasattr(color, "component") else color.components.component
    guids = lambda components: [one.ifc_guid for one in components]
    return {
        "camera": {
            "camera_view_point": vector(eye.camera_view_point),
            "camera_direction": vector(eye.camera_direction),
            "camera_up_vector": vector(eye.camera_up_vector),
            "field_of_view": eye.field_of_view,
        },
        "selection": guids(parts.selection.component if parts.selection else []),
        "default_visibility": parts.visibility.default_visibility,
        "exceptions": guids(exceptions.component if exceptions else []),
        "coloring": [[color.color, guids(members(color))] for color in colors],
        "planes": [
            {"location": vector(one.location), "direction": vector(one.direction)}
            for one in (info.clipping_planes.clipping_plane if info.clipping_planes else [])
        ],
        "snapshot": digest(handler.snapshot),
    }


def read(path):
    with zipfile.ZipFile(path) as archive:
        version = etree.fromstring(archive.read("bcf.version")).get("VersionId")
    book = (BcfXml2 if version == "2.1" else BcfXml3).load(Path(path))
    topics = {}
    for handler in book.topics.values():
        topic = handler.topic
        topics[topic.title] = {
            "guid": topic.guid,
            "description": topic.description,
            "type": topic.topic_type,
            "status": topic.topic_status,
            "author": topic.creation_author,
            "assigned": topic.assigned_to,
            "due": None if topic.due_date is None else str(topic.due_date),
            "comments": [[one.author, one.comment] for one in handler.comments],
            "views": [view_of(one) for one in handler.viewpoints.values()],
        }
    return {"version": version, "topics": topics}


if sys.argv[1] == "write":
    for one in ["2.1", "3.0"]:
        written(one, *sys.argv[2:])
    print(json.dumps({"camera": camera, "plane": plane}))
else:
    print(json.dumps([read(path) for path in sys.argv[2:]]))
