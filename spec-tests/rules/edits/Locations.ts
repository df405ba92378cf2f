import { same, status } from "../../harness/Check.ts"
import { editing, freshEditor, g } from "../../harness/Editing.ts"
import { type Editor, one } from "../../harness/Editor.ts"
import { guid } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7")
const sevenOperating = rules("contract 7", operating)

const kitchen = {
  Site: "Meadow",
  Building: "House",
  Floor: "Ground floor",
  Space: "Kitchen",
  SpatialLocationId: guid("Kitchen")
}
const upper = { ...kitchen, Floor: "Upper floor", Space: null, SpatialLocationId: guid("Upper") }
const nowhere = { Site: null, Building: null, Floor: null, Space: null, SpatialLocationId: "" }

const field = "SpatialLocation"
type Refused = readonly [verb: string, key: Parameters<typeof g>[0], value: unknown, error: string, member?: string]

const refused = async (editor: Editor, entries: ReadonlyArray<Refused>) => {
  for (const [verb, key, value, error, member = ""] of entries) {
    const errors = await editor.errors(one(verb, field, g(key), value))
    same(`${verb} ${JSON.stringify(value)}`, errors, [[g(key), field + member, error]])
  }
}

export const editedLocations = [
  seven(
    "7-location-edited",
    "SpatialLocation accepts a location's guid, or the shape of reads, whose other members are ignored",
    (context) =>
      editing(context, async (editor) => {
        const shown = () => editor.cell(g("WallA"), field)
        await editor.apply(one("update", field, g("WallA"), guid("Kitchen")))
        same("by guid", await shown(), kitchen)
        await editor.apply(one("update", field, g("WallA"), { ...kitchen, SpatialLocationId: guid("Upper") }))
        same("whole", await shown(), upper)
        await editor.apply(one("addOrUpdate", field, g("WallA"), { spatialLocationId: guid("Kitchen") }))
        same("its member alone", await shown(), kitchen)
      })
  ),
  seven(
    "7-location-cleared",
    "null, an empty text, an empty SpatialLocationId and delete remove the location",
    (context) =>
      editing(context, async (editor) => {
        for (const [verb, value] of [
          ["update", null],
          ["update", ""],
          ["update", { SpatialLocationId: "" }],
          ["addOrUpdate", { ...kitchen, SpatialLocationId: null }],
          ["delete", "ignored"]
        ] as const) {
          await editor.apply(one(verb, field, g("WallA"), value))
          same(JSON.stringify(value), await editor.cell(g("WallA"), field), nowhere)
          await editor.discard()
        }
      })
  ),
  seven(
    "7-location-exists",
    "add of a set SpatialLocation is PropertyExists, update and delete of an unset one PropertyMissing",
    (context) =>
      editing(context, async (editor) => {
        await refused(editor, [
          ["add", "WallA", guid("Kitchen"), "PropertyExists"],
          ["add", "WallA", { SpatialLocationId: guid("Kitchen") }, "PropertyExists", ".SpatialLocationId"],
          ["update", "Proxy", guid("Kitchen"), "PropertyMissing"],
          ["delete", "Proxy", null, "PropertyMissing"],
          ["delete", "Proxy", { SpatialLocationId: "" }, "PropertyMissing", ".SpatialLocationId"]
        ])
        await editor.apply(one("add", field, g("Proxy"), guid("Kitchen")))
        same("added", await editor.cell(g("Proxy"), field), kitchen)
        await refused(editor, [["add", "Proxy", guid("Kitchen"), "PropertyExists"]])
        await editor.apply(one("addOrUpdate", field, g("Proxy"), guid("Upper")))
        same("moved", await editor.cell(g("Proxy"), field), upper)
      })
  ),
  seven(
    "7-location-refused",
    "An unknown location: ReferenceNotFound; a value without a location: InvalidValue",
    (context) =>
      editing(context, (editor) =>
        refused(editor, [
          ["update", "WallA", guid("Nowhere"), "ReferenceNotFound"],
          ["update", "WallA", guid("Kitchen").toLowerCase(), "ReferenceNotFound"],
          ["update", "WallA", "Kitchen", "ReferenceNotFound"],
          ["update", "WallA", { SpatialLocationId: guid("Nowhere") }, "ReferenceNotFound", ".SpatialLocationId"],
          ["update", "WallA", { Site: "Meadow" }, "InvalidValue", ".SpatialLocationId"],
          ["update", "WallA", { SpatialLocationId: 3 }, "InvalidValue", ".SpatialLocationId"],
          ["update", "WallA", 3, "InvalidValue"],
          ["update", "WallA", [guid("Kitchen")], "InvalidValue"]
        ])
      )
  ),
  seven("7-location-parts", "A part's SpatialLocation is FieldReadOnly: it follows its whole, as one cell", (context) =>
    editing(context, async (editor) => {
      await refused(editor, [
        ["update", "Mullion", guid("Kitchen"), "FieldReadOnly"],
        ["addOrUpdate", "Panel", { SpatialLocationId: guid("Kitchen") }, "FieldReadOnly", ".SpatialLocationId"],
        ["delete", "Mullion", null, "FieldReadOnly"]
      ])
      await editor.apply(one("update", field, g("Facade"), guid("Kitchen")))
      const rows = await editor.rows([field])
      same(
        "all",
        ["Facade", "Mullion", "Panel"].map((key) => rows.get(guid(key))![field]!),
        [kitchen, kitchen, kitchen]
      )
      same("cells", await editor.cells(), [[g("Facade"), field, guid("Ground"), guid("Kitchen")]])
    })
  ),
  sevenOperating(
    "7-location-made",
    "A location created in the project can be assigned, and is found by its name",
    async (context) => {
      const editor = await freshEditor(context)
      const body = { name: "Loft", type: "Space", parentGuid: guid("Upper") }
      const made = status(await editor.client.post(`${editor.model.project.path}/locations`, body), 201)
      await editor.apply(one("update", field, g("Chair"), made.string("locationGuid")))
      same("shown", await editor.cell(g("Chair"), field), {
        ...upper,
        Space: "Loft",
        SpatialLocationId: made.string("locationGuid")
      })
      const path = `${editor.model.path}/products/properties/query`
      const filters = [{ property: field, operator: "Equals", value: "Loft" }]
      const found = await editor.client.post(path, { fields: ["Guid"], filters })
      same("found", found.list("result"), [{ Guid: g("Chair") }])
    }
  )
]
