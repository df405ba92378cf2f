import { deflateSync } from "node:zlib"
import type { BcfHead, BcfTopic } from "../BcfFile.ts"

/** A picture of one pixel. */
export const picture = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64"
  )
)

export const head: BcfHead = {
  project: { id: "7", name: "Haus & Hof" },
  extensions: {
    topic_type: ["Issue"],
    topic_status: ["Open", "Closed"],
    priority: ["High"],
    topic_label: ["Structure"],
    users: ["ada"],
    snippet_type: [],
    stage: []
  },
  documents: [{ guid: "5f5e2cb1-7e31-4c15-9c30-3c5b0a1ff7d0", filename: "plan.pdf", description: "The plan" }]
}

export const guids = {
  topic: "0a1b2c3d-0000-4000-8000-000000000001",
  other: "0a1b2c3d-0000-4000-8000-000000000002",
  comment: "0a1b2c3d-0000-4000-8000-000000000003",
  viewpoint: "0a1b2c3d-0000-4000-8000-000000000004",
  bitmap: "0a1b2c3d-0000-4000-8000-000000000005",
  reference: "0a1b2c3d-0000-4000-8000-000000000006"
}

const wall = { ifc_guid: "2O2Fr$t4X7Zf8NOew3FLOH", originating_system: "Plinth", authoring_tool_id: "4711" }

/** A topic with all possible content. */
export const fullTopic: BcfTopic = {
  topic: {
    guid: guids.topic,
    server_assigned_id: "12",
    topic_type: "Clash",
    topic_status: "Open",
    reference_links: ["https://example.org/a?b=1&c=2"],
    title: 'A <wall> & a "door" · Tür',
    priority: "High",
    index: 3,
    labels: ["Structure", "Fire"],
    creation_date: "2026-04-28T16:31:12.270Z",
    creation_author: "ada",
    modified_date: "2026-04-29T10:00:00.000Z",
    modified_author: "grace",
    assigned_to: "grace",
    stage: "Design",
    description: "First line\nsecond line",
    bim_snippet: {
      snippet_type: "IFC",
      is_external: false,
      reference: "snippet.bin",
      reference_schema: "https://example.org/schema"
    },
    due_date: "2026-05-01T00:00:00.000Z"
  },
  files: [{ ifc_project: "0YvctVUKr0kugbFTf53O9L", filename: "house.ifc", date: "2026-04-01T00:00:00.000Z" }],
  comments: [
    {
      guid: guids.comment,
      date: "2026-04-28T17:00:00.000Z",
      author: "ada",
      comment: "Please move it.",
      viewpoint_guid: guids.viewpoint,
      modified_date: "2026-04-28T18:00:00.000Z",
      modified_author: "ada"
    }
  ],
  viewpoints: [
    {
      viewpoint: {
        guid: guids.viewpoint,
        index: 1,
        perspective_camera: {
          camera_view_point: { x: 1.5, y: -2.25, z: 3 },
          camera_direction: { x: 0, y: 1, z: 0 },
          camera_up_vector: { x: 0, y: 0, z: 1 },
          field_of_view: 60,
          aspect_ratio: 1.5
        },
        lines: [{ start_point: { x: 0, y: 0, z: 0 }, end_point: { x: 1, y: 1, z: 1 } }],
        clipping_planes: [{ location: { x: 0, y: 0, z: 2.5 }, direction: { x: 0, y: 0, z: 1 } }],
        bitmaps: [
          {
            guid: guids.bitmap,
            bitmap_type: "png",
            location: { x: 0, y: 0, z: 0 },
            normal: { x: 0, y: 1, z: 0 },
            up: { x: 0, y: 0, z: 1 },
            height: 2
          }
        ],
        snapshot: { snapshot_type: "png" },
        components: {
          selection: [wall],
          coloring: [{ color: "#ff00aa33", components: [wall] }],
          visibility: {
            default_visibility: true,
            exceptions: [{ ifc_guid: "1O2Fr$t4X7Zf8NOew3FLOH" }],
            view_setup_hints: { spaces_visible: true, space_boundaries_visible: false, openings_visible: false }
          }
        }
      },
      snapshot: picture,
      bitmaps: { [guids.bitmap]: picture }
    }
  ],
  related_topics: [guids.other],
  document_references: [{ guid: guids.reference, document_guid: head.documents[0]!.guid, description: "The plan" }],
  snippet: new TextEncoder().encode("ISO-10303-21;"),
  rest: {},
  others: [["notes.txt", new TextEncoder().encode("kept")]]
}

/** A topic with a title alone. */
export const smallTopic: BcfTopic = {
  topic: {
    guid: guids.other,
    reference_links: [],
    title: "Small",
    labels: [],
    creation_date: "2026-04-28T16:31:12Z",
    creation_author: "ada"
  },
  files: [],
  comments: [],
  viewpoints: [{ viewpoint: { guid: guids.viewpoint }, snapshot: null, bitmaps: {} }],
  related_topics: [],
  document_references: [],
  snippet: null,
  rest: {},
  others: []
}

/** Returns the documents of `head` with bytes. */
export const documents = [[head.documents[0]!.guid, new Uint8Array(deflateSync("a document"))]] as const
