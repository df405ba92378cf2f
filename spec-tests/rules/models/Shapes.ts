import { each, holds, same, status } from "../../harness/Check.ts"
import { freshEditor } from "../../harness/Editing.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { fetched, fixture, guid, importBytes } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"
import { type JsonObject, textOf } from "../../harness/Answer.ts"

const four = rules("contract 4", operating)
const seven = rules("contract 7", operating)
const nine = rules("contract 9", operating)

/** The JSON of a binary glTF file. */
const gltfOf = (bytes: Uint8Array): JsonObject => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  same("magic", new TextDecoder().decode(bytes.subarray(0, 4)), "glTF")
  same("version and length", [view.getUint32(4, true), view.getUint32(8, true)], [2, bytes.length])
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + view.getUint32(12, true)))) as JsonObject
}

/** Names of the nodes of a glTF file that have a mesh, in the order of GlobalIds. */
const namesOf = (gltf: JsonObject): ReadonlyArray<string> =>
  ((gltf["nodes"] ?? []) as unknown as ReadonlyArray<JsonObject>)
    .filter((node) => node["mesh"] !== undefined)
    .map(({ name }) => textOf(name))
    .toSorted((a, b) => (a < b ? -1 : 1))

/** Returns the width and height in the header of a PNG. */
const sizeOf = (bytes: Uint8Array): ReadonlyArray<number> => {
  same("signature", Array.from(bytes.subarray(0, 4)), [0x89, 0x50, 0x4e, 0x47])
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return [view.getUint32(16), view.getUint32(20)]
}

export const shapes = [
  four(
    "4-geometry",
    "Geometry is binary glTF: by default with a node for each product, named by its GlobalId",
    async (context) => {
      const { path } = await context.model("solid.ifc")
      for (const query of ["", "?format=exchange", "?format=EXCHANGE"]) {
        const link = status(await context.api.get(`${path}/geometry${query}`), 200)
        const file = status(await fetched(context.anonymous, link.string("downloadUrl")), 200)
        same("sizeBytes", link.at("sizeBytes"), file.bytes.length)
        holds("triangles", link.number("triangles") >= 24, link.at("triangles"))
        same("nodes", namesOf(gltfOf(file.bytes)), [guid("SolidLiar"), guid("SolidWall")])
      }
    }
  ),
  four("4-geometry-view", "Geometry for the page is binary glTF with metadata of its products", async (context) => {
    const { path } = await context.model("solid.ifc")
    const link = status(await context.api.get(`${path}/geometry?format=view`), 200)
    const file = status(await fetched(context.anonymous, link.string("downloadUrl")), 200)
    const used = (gltfOf(file.bytes)["extensionsUsed"] ?? []) as unknown as ReadonlyArray<unknown>
    holds("a table of products", used.includes("EXT_structural_metadata"), used)
    const text = new TextDecoder("latin1").decode(file.bytes)
    for (const name of ["SolidLiar", "SolidWall"]) holds(name, text.includes(guid(name)))
  }),
  four("4-geometry-format", "Another format: 400 InvalidParameter", async (context) => {
    const { path } = await context.model("solid.ifc")
    errorView(await context.api.get(`${path}/geometry?format=obj`), 400, "InvalidParameter")
  }),
  four("4-image-size", "M/image redirects to a PNG of the requested size, from 64 to 2048 pixels", async (context) => {
    const { path } = await context.model("solid.ifc")
    for (const [query, size] of [
      ["", [640, 480]],
      ["?width=1280&height=960", [1280, 960]],
      ["?width=64&height=2048", [64, 2048]]
    ] as const) {
      const answer = status(await context.api.get(`${path}/image${query}`), 302)
      const picture = status(await fetched(context.anonymous, answer.header("location")), 200)
      same(query, sizeOf(picture.bytes), size)
    }
  }),
  four("4-image-limits", "Other sizes: 400 InvalidParameter", async (context) => {
    const { path } = await context.model("solid.ifc")
    await each(["width=63", "height=2049", "width=640.5", "width=abc", "height="], String, async (query) => {
      errorView(await context.api.get(`${path}/image?${query}`), 400, "InvalidParameter")
    })
  }),
  four(
    "4-quality",
    "Quality counts products with values of the model and of their shapes, and lists suspects",
    async (context) => {
      const { path } = await context.model("solid.ifc")
      const answer = status(await context.api.get(`${path}/quality`), 200)
      same("walls", answer.at("byClass", "IfcWall", "NetVolume"), {
        products: 2,
        authored: 1,
        computed: 2,
        within1: 0,
        within20: 0,
        suspects: [guid("SolidLiar")]
      })
    }
  ),
  seven(
    "7-geometry-deleted",
    "Geometry, picture and quality are those of the latest public version",
    async (context) => {
      const editor = await freshEditor(context, await fixture("solid.ifc"))
      const { path } = editor.model
      const nodes = async () => {
        const link = status(await context.api.get(`${path}/geometry`), 200)
        return namesOf(gltfOf(status(await fetched(context.anonymous, link.string("downloadUrl")), 200).bytes))
      }
      const picture = async () => {
        const link = status(await context.api.get(`${path}/image`), 302).header("location")
        return new TextDecoder("latin1").decode(status(await fetched(context.anonymous, link), 200).bytes)
      }
      const [both, whole] = [[guid("SolidLiar"), guid("SolidWall")], await picture()]
      await editor.removed(guid("SolidLiar"))
      same("before the publication", await nodes(), both)
      holds("the picture before it", (await picture()) === whole)
      await editor.published("Without the liar")
      same("after it", await nodes(), [guid("SolidWall")])
      const quality = status(await context.api.get(`${path}/quality`), 200)
      same("products", quality.at("byClass", "IfcWall", "NetVolume", "products"), 1)
      holds("the picture after it", (await picture()) !== whole)
    }
  ),
  nine("9-report-shapes", "The import report names the elements without geometry", async (context) => {
    const text = new TextDecoder().decode(await fixture("solid.ifc")).replace("#53,#11,#50,3.)", "#9999,#11,#50,3.)")
    const { operationId } = await importBytes(
      context.api,
      await context.newProject("Shapes"),
      new TextEncoder().encode(text)
    )
    const report = status(await context.api.get(`/v1/operations/${operationId}`), 200).string("reportUrl")
    const told = status(await fetched(context.anonymous, report), 200).object("geometry")
    holds("missing or empty", JSON.stringify([told["missing"], told["empty"]]).includes(guid("SolidWall")), told)
  })
]
