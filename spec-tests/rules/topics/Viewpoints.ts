import { each, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { bcfPath, topicIn } from "./Topics.ts"

const rule = rules("contract 18", ["storage", "blobs"])

/** A picture of one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const point = (x: number, y: number, z: number) => ({ x, y, z })
const wall = { ifc_guid: "2O2Fr$t4X7Zf8NOew3FLOH" }

const bitmap = {
  guid: "0a1b2c3d-0000-4000-8000-00000000b17a",
  bitmap_type: "png",
  location: point(0, 0, 0),
  normal: point(0, 1, 0),
  up: point(0, 0, 1),
  height: 2
}

const view = {
  index: 3,
  orthogonal_camera: {
    camera_view_point: point(1e6 + 0.001, -2.5, 3),
    camera_direction: point(0, 0.6, -0.8),
    camera_up_vector: point(0, 0.8, 0.6),
    view_to_world_scale: 12.5,
    aspect_ratio: 1.5
  },
  lines: [{ start_point: point(0, 0, 0), end_point: point(1, 1, 1) }],
  clipping_planes: [{ location: point(0, 0, 2), direction: point(0, 0, 1) }],
  components: {
    selection: [wall],
    coloring: [{ color: "ff0000", components: [wall] }],
    visibility: { default_visibility: false, exceptions: [wall], view_setup_hints: { spaces_visible: true } }
  }
}

const pictures = {
  bitmaps: [{ ...bitmap, bitmap_data: pixel }],
  snapshot: { snapshot_type: "png", snapshot_data: pixel }
}

const topicOf = async (context: Context, name: string): Promise<string> => {
  const project = await context.newProject(name)
  return `${bcfPath(project)}/topics/${(await topicIn(context, project)).string("guid")}`
}

export const viewpointRules = [
  rule("18-viewpoints", "A viewpoint is created, listed, read with each of its parts, and deleted", async (context) => {
    const topic = await topicOf(context, "BCF viewpoints")
    const made = status(await context.api.post(`${topic}/viewpoints`, { ...view, ...pictures }), 201)
    const expected = { ...view, guid: made.at("guid"), bitmaps: [bitmap], snapshot: { snapshot_type: "png" } }
    same("viewpoint", made.object(), expected)
    const path = `${topic}/viewpoints/${made.string("guid")}`
    same("list", status(await context.api.get(`${topic}/viewpoints`), 200).body, [made.object()])
    same("read", status(await context.api.get(path), 200).object(), made.object())
    const { coloring, selection, visibility } = view.components
    same("selection", status(await context.api.get(`${path}/selection`), 200).object(), { selection })
    same("coloring", status(await context.api.get(`${path}/coloring`), 200).object(), { coloring })
    same("visibility", status(await context.api.get(`${path}/visibility`), 200).object(), { visibility })
    status(await context.api.delete(path), 200)
    problem(await context.api.get(path), 404, "NotFound")
  }),
  rule("18-pictures", "Snapshots and bitmaps come back byte for byte, with nosniff", async (context) => {
    const topic = await topicOf(context, "BCF pictures")
    const made = status(await context.api.post(`${topic}/viewpoints`, pictures), 201)
    const path = `${topic}/viewpoints/${made.string("guid")}`
    await each(["snapshot", `bitmaps/${bitmap.guid}`], String, async (name) => {
      const answer = status(await context.api.get(`${path}/${name}`), 200)
      same("media type", answer.type, "image/png")
      same("nosniff", answer.header("x-content-type-options"), "nosniff")
      same("bytes", Buffer.from(answer.bytes).toString("base64"), pixel)
    })
  }),
  rule("18-no-pictures", "A snapshot that is neither PNG nor JPEG by its bytes is refused", async (context) => {
    const topic = await topicOf(context, "BCF no pictures")
    const snapshot = { snapshot_type: "png", snapshot_data: btoa("Hello World!") }
    problem(await context.api.post(`${topic}/viewpoints`, { snapshot }), 400, "InvalidBody")
    same("list", status(await context.api.get(`${topic}/viewpoints`), 200).body, [])
  }),
  rule("18-viewpoint-size", "A viewpoint of over 4 MB is taken, one over 16 MB is 413", async (context) => {
    const topic = await topicOf(context, "BCF large viewpoint")
    const padded = (bytes: number) => ({ lines: [], padding: "x".repeat(bytes) })
    status(await context.api.post(`${topic}/viewpoints`, padded(5 * 1024 ** 2)), 201)
    problem(await context.api.post(`${topic}/viewpoints`, padded(16 * 1024 ** 2)), 413)
  })
]
