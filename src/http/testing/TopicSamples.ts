import type { BcfTopic } from "../../bcf/BcfFile.ts"
import { head } from "../../bcf/testing/SampleBcf.ts"
import { bcfFile } from "../../bcf/write/WriteBcf.ts"
import type { MakeSample } from "./Sample.ts"
import * as Seed from "./Seed.ts"
import type { World } from "./World.ts"

/** A picture of one pixel, in base 64. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const wall = { ifc_guid: "2O2Fr$t4X7Zf8NOew3FLOH" }

/** A viewpoint with everything that a client sends. */
export const viewpointBody = {
  index: 1,
  perspective_camera: {
    camera_view_point: { x: 1, y: -2.5, z: 3 },
    camera_direction: { x: 0, y: 1, z: 0 },
    camera_up_vector: { x: 0, y: 0, z: 1 },
    field_of_view: 60,
    aspect_ratio: 1.5
  },
  lines: [{ start_point: { x: 0, y: 0, z: 0 }, end_point: { x: 1, y: 1, z: 1 } }],
  clipping_planes: [{ location: { x: 0, y: 0, z: 2 }, direction: { x: 0, y: 0, z: 1 } }],
  bitmaps: [
    {
      guid: "0a1b2c3d-0000-4000-8000-00000000b17a",
      bitmap_type: "png",
      bitmap_data: pixel,
      location: { x: 0, y: 0, z: 0 },
      normal: { x: 0, y: 1, z: 0 },
      up: { x: 0, y: 0, z: 1 },
      height: 2
    }
  ],
  snapshot: { snapshot_type: "png", snapshot_data: pixel },
  components: {
    selection: [wall],
    coloring: [{ color: "ff0000", components: [wall] }],
    visibility: {
      default_visibility: false,
      exceptions: [wall],
      view_setup_hints: { spaces_visible: true, space_boundaries_visible: false, openings_visible: false }
    }
  }
}

const posted = async ({ projectId, service, token }: World, path: string, body: unknown) =>
  Seed.json<{ guid: string }>(
    await service.call("POST", `/bcf/3.0/projects/${projectId}/topics${path}`, { token, body }),
    201
  )

const someTopic: MakeSample = async (world) => ({
  path: { topicGuid: (await posted(world, "", { title: "Wall", labels: ["Fire"] })).guid }
})

const someComment: MakeSample = async (world) => {
  const { guid: topicGuid } = await posted(world, "", { title: "Wall" })
  const { guid: commentGuid } = await posted(world, `/${topicGuid}/comments`, { comment: "Look" })
  return { path: { topicGuid, commentGuid } }
}

const someViewpoint: MakeSample = async (world) => {
  const { guid: topicGuid } = await posted(world, "", { title: "Wall" })
  const { guid: viewpointGuid } = await posted(world, `/${topicGuid}/viewpoints`, viewpointBody)
  return { path: { topicGuid, viewpointGuid, bitmapGuid: viewpointBody.bitmaps[0]!.guid } }
}

const octets = {
  headers: { "content-type": "application/octet-stream", "content-disposition": 'attachment; filename="plan.pdf"' },
  body: "bytes"
}

const someDocument: MakeSample = async ({ projectId, service, token }) => {
  const answer = await service.call("POST", `/bcf/3.0/projects/${projectId}/documents`, { token, ...octets })
  return { path: { documentGuid: (await Seed.json<{ guid: string }>(answer, 201)).guid } }
}

const someReference: MakeSample = async (world) => {
  const { guid: topicGuid } = await posted(world, "", { title: "Wall" })
  const { guid } = await posted(world, `/${topicGuid}/document_references`, { url: "https://example.org" })
  return { path: { topicGuid, referenceGuid: guid } }
}

const someSnippet: MakeSample = async (world) => {
  const { guid: topicGuid } = await posted(world, "", { title: "Wall" })
  const path = `/bcf/3.0/projects/${world.projectId}/topics/${topicGuid}/snippet`
  await world.service.call("PUT", path, { token: world.token, ...octets })
  return { path: { topicGuid } }
}

/** A BCF file as a body. */
export const bcfBody = (topics: ReadonlyArray<BcfTopic>) => ({
  headers: { "content-type": "application/octet-stream" },
  body: new Blob([Uint8Array.from(Buffer.concat([...bcfFile(head, topics)]))]).stream()
})

/** Calls of the endpoints of the BCF API. */
export const topicSamples: Readonly<Record<string, MakeSample>> = {
  readFoundationVersions: () => ({}),
  readFoundationAuth: () => ({}),
  readCurrentUser: () => ({}),
  readBcfUser: () => ({}),
  listBcfProjects: () => ({}),
  readBcfProject: () => ({}),
  readBcfExtensions: () => ({}),
  exportTopics: async (world) => {
    await someViewpoint(world)
    return {}
  },
  importTopics: () => bcfBody([]),
  listTopicsEvents: someComment,
  listTopicEvents: someComment,
  listCommentsEvents: someComment,
  listCommentEvents: someComment,
  listDocuments: someDocument,
  createDocument: () => octets,
  readDocument: someDocument,
  listDocumentReferences: someReference,
  createDocumentReference: async (world) => ({ ...(await someTopic(world)), body: { url: "https://example.org" } }),
  changeDocumentReference: async (world) => ({
    ...(await someReference(world)),
    body: { url: "https://example.org/2", description: "Another" }
  }),
  listTopicFiles: someTopic,
  changeTopicFiles: async (world) => ({
    ...(await someTopic(world)),
    body: [{ filename: "house.ifc", ifc_project: "0YvctVUKr0kugbFTf53O9L", date: "2026-04-28" }]
  }),
  listFilesInformation: () => ({}),
  readSnippet: someSnippet,
  changeSnippet: async (world) => ({ ...(await someTopic(world)), ...octets }),
  listTopics: async (world) => {
    await someTopic(world)
    return { query: `?$filter=${encodeURIComponent("labels/any(label: label eq 'Fire')")}&$orderby=title&$top=3` }
  },
  createTopic: () => ({
    body: {
      topic_type: "Clash",
      topic_status: "Open",
      reference_links: ["https://example.org/1"],
      title: "Wall",
      priority: "High",
      index: 1,
      labels: ["Fire"],
      assigned_to: "ada",
      stage: "Design",
      description: "It stands in the way.",
      bim_snippet: {
        snippet_type: "IFC",
        is_external: true,
        reference: "https://example.org/a.ifc",
        reference_schema: "https://example.org/a.exp"
      },
      due_date: "2030-01-31T12:00:00+01:00"
    }
  }),
  readTopic: someTopic,
  changeTopic: async (world) => ({ ...(await someTopic(world)), body: { title: "Door" } }),
  deleteTopic: someTopic,
  listRelatedTopics: someTopic,
  changeRelatedTopics: async (world) => ({
    ...(await someTopic(world)),
    body: [{ related_topic_guid: crypto.randomUUID() }]
  }),
  listComments: someComment,
  createComment: async (world) => ({ ...(await someTopic(world)), body: { comment: "Look" } }),
  readComment: someComment,
  changeComment: async (world) => ({ ...(await someComment(world)), body: { comment: "Look again" } }),
  deleteComment: someComment,
  listViewpoints: someViewpoint,
  createViewpoint: async (world) => {
    const { guid: _, ...bitmap } = viewpointBody.bitmaps[0]!
    return { ...(await someTopic(world)), body: { ...viewpointBody, bitmaps: [bitmap] } }
  },
  readViewpoint: someViewpoint,
  deleteViewpoint: someViewpoint,
  readSnapshot: someViewpoint,
  readBitmap: someViewpoint,
  readSelection: someViewpoint,
  readColoring: someViewpoint,
  readVisibility: someViewpoint
}
