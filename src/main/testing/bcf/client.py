"""Drives the BCF API of a service, and reads and writes BCF files with bcf-client.

Usage: client.py URL TOKEN PROJECT_ID FOLDER
Prints what it found as JSON.
"""

import base64
import json
import sys
import urllib.request
import zlib
from pathlib import Path

from bcf.v2.bcfxml import BcfXml as BcfXml2
from bcf.v3.bcfxml import BcfXml as BcfXml3

url, token, project, folder = sys.argv[1:]
folder = Path(folder)


def call(method, path, body=None, content_type="application/json", headers=None):
    data = json.dumps(body).encode() if content_type == "application/json" and body is not None else body
    request = urllib.request.Request(url + path, data=data, method=method, headers=headers or {})
    request.add_header("Authorization", f"Bearer {token}")
    if data is not None:
        request.add_header("Content-Type", content_type)
    with urllib.request.urlopen(request) as answer:
        content = answer.read()
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        return json.loads(content) if is_json and content else content


def png():
    """Returns a picture of one pixel."""

    def chunk(kind, data):
        checksum = zlib.crc32(kind + data)
        return len(data).to_bytes(4, "big") + kind + data + checksum.to_bytes(4, "big")

    header = (1).to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])
    content = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + content


def point(x, y, z):
    return {"x": x, "y": y, "z": z}


bcf = f"/bcf/3.0/projects/{project}"
picture = png()
wall = "2O2Fr$t4X7Zf8NOew3FLOH"
topic = call(
    "POST",
    f"{bcf}/topics",
    {
        "title": 'A <wall> & a "door" · Tür',
        "topic_type": "Clash",
        "topic_status": "Open",
        "priority": "High",
        "labels": ["Fire", "Wall"],
        "description": "First line\nsecond line",
        "due_date": "2030-01-31T12:00:00Z",
        "reference_links": ["https://example.org/a?b=1&c=2"],
    },
)
viewpoint = call(
    "POST",
    f"{bcf}/topics/{topic['guid']}/viewpoints",
    {
        "perspective_camera": {
            "camera_view_point": point(1234567.891, -2.5, 3),
            "camera_direction": point(0, 0.6, -0.8),
            "camera_up_vector": point(0, 0.8, 0.6),
            "field_of_view": 60,
            "aspect_ratio": 1.5,
        },
        "clipping_planes": [{"location": point(0, 0, 2), "direction": point(0, 0, 1)}],
        "components": {
            "selection": [{"ifc_guid": wall}],
            "coloring": [{"color": "ff0000", "components": [{"ifc_guid": wall}]}],
            "visibility": {"default_visibility": True, "exceptions": [{"ifc_guid": wall}]},
        },
        "snapshot": {"snapshot_type": "png", "snapshot_data": base64.b64encode(picture).decode()},
    },
)
comment = call(
    "POST", f"{bcf}/topics/{topic['guid']}/comments", {"comment": "Look", "viewpoint_guid": viewpoint["guid"]}
)

exported = folder / "exported.bcfzip"
exported.write_bytes(call("GET", f"/v1/projects/{project}/topics.bcfzip"))
file = BcfXml3.load(exported)
handler = file.topics[topic["guid"]]
read = handler.topic
view = next(iter(handler.viewpoints.values()))
camera = view.visualization_info.perspective_camera
exported_facts = {
    "version": file.version.version_id,
    "title": read.title,
    "description": read.description,
    "labels": read.labels.label,
    "links": read.reference_links.reference_link,
    "type": read.topic_type,
    "status": read.topic_status,
    "comments": [[one.guid, one.comment, one.viewpoint.guid] for one in read.comments.comment],
    "camera": [camera.camera_view_point.x, camera.camera_view_point.y, camera.camera_view_point.z],
    "selection": [one.ifc_guid for one in view.visualization_info.components.selection.component],
    "planes": len(view.visualization_info.clipping_planes.clipping_plane),
    "snapshot": view.snapshot == picture,
}


def written(kind, name):
    """Writes a file with a topic that looks at a point, imports it, and returns what the API says of it."""
    book = kind.create_new("Written elsewhere")
    made = book.add_topic(f"Written by {name}", "By another program", "somebody@example.org")
    made.add_viewpoint_from_point_and_guids([10.0, 20.0, 30.0], wall)
    path = folder / f"{name}.bcfzip"
    book.save(path)
    answer = call("POST", f"/v1/projects/{project}/topics.bcfzip", path.read_bytes(), "application/octet-stream")
    seen = call("GET", f"{bcf}/topics/{made.topic.guid}")
    [only] = call("GET", f"{bcf}/topics/{made.topic.guid}/viewpoints")
    info = next(iter(made.viewpoints.values())).visualization_info.perspective_camera.camera_view_point
    seen_at = only["perspective_camera"]["camera_view_point"]
    return {
        "answer": answer,
        "title": seen["title"],
        "description": seen["description"],
        "author": seen["creation_author"],
        "same camera": [seen_at["x"], seen_at["y"], seen_at["z"]] == [info.x, info.y, info.z],
        "selection": [one["ifc_guid"] for one in only["components"]["selection"]],
    }


expected_comments = [[comment["guid"], "Look", viewpoint["guid"]]]
print(
    json.dumps(
        {
            "exported": exported_facts,
            "comments": expected_comments,
            "2.1": written(BcfXml2, "bcf-2.1"),
            "3.0": written(BcfXml3, "bcf-3.0"),
        }
    )
)
