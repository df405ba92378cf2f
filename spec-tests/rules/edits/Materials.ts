import { type JsonObject, textOf } from "../../harness/Answer.ts"
import { each, same, status } from "../../harness/Check.ts"
import { editing, freshEditor, g } from "../../harness/Editing.ts"
import { type Editor, one } from "../../harness/Editor.ts"
import { Mismatch } from "../../harness/Faults.ts"
import type { HouseKey } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7")
const sevenOperating = rules("contract 7", operating)

/** The guid of a material of the house: that of a layer which has its name. */
const material = async (editor: Editor, name: string): Promise<string> => {
  for (const row of (await editor.rows(["MaterialLayers"])).values()) {
    const layers = row["MaterialLayers"] as ReadonlyArray<JsonObject>
    const layer = layers.find((entry) => entry["Name"] === name)
    if (layer !== undefined) return textOf(layer["MaterialId"])
  }
  throw new Mismatch("material", name, "none")
}

const none = { Name: null, MaterialId: null, Layers: "" }
const shown = (editor: Editor, key: HouseKey) => editor.cell(g(key), "Material")
const unknown = "11111111-2222-4333-8444-555555555555"

type Refused = readonly [verb: string, key: HouseKey, value: unknown, error: string, member?: string]
const refused = (editor: Editor, entries: ReadonlyArray<Refused>) =>
  each(entries, JSON.stringify, async ([verb, key, value, error, member = ""]) => {
    same("errors", await editor.errors(one(verb, "Material", g(key), value)), [[g(key), `Material${member}`, error]])
  })

export const editedMaterials = [
  seven(
    "7-material-edited",
    "Material accepts a material's guid in any case, or the shape of reads; it replaces layers",
    (context) =>
      editing(context, async (editor) => {
        const wood = await material(editor, "Wood")
        const single = { Name: "Wood", MaterialId: wood, Layers: "Wood" }
        for (const value of [wood, wood.toUpperCase(), { MaterialId: wood }, { materialid: wood, Layers: "any" }]) {
          await editor.apply(one("update", "Material", g("WallB"), value))
          same(JSON.stringify(value), await shown(editor, "WallB"), single)
          await editor.discard()
        }
        await editor.apply(one("addOrUpdate", "Material", g("WallA"), single))
        same("both names", await editor.cell(g("WallA"), "MaterialLayerSet"), single)
        same("layers", await editor.cell(g("WallA"), "MaterialLayers"), [
          { MaterialId: wood, Name: "Wood", Thickness: null }
        ])
      })
  ),
  seven("7-material-cleared", "null, an empty text, an empty MaterialId and delete remove the material", (context) =>
    editing(context, async (editor) => {
      for (const [verb, value] of [
        ["update", null],
        ["update", ""],
        ["addOrUpdate", { MaterialId: null }],
        ["update", { MaterialId: "" }],
        ["delete", "ignored"]
      ] as const) {
        await editor.apply(one(verb, "Material", g("WallA"), value))
        same(`${verb} ${JSON.stringify(value)}`, await shown(editor, "WallA"), none)
        same("layers", await editor.cell(g("WallA"), "MaterialLayers"), [])
        await editor.discard()
      }
    })
  ),
  seven(
    "7-material-exists",
    "add of a set Material is PropertyExists, update and delete of an unset one PropertyMissing",
    (context) =>
      editing(context, async (editor) => {
        const wood = await material(editor, "Wood")
        await refused(editor, [
          ["add", "WallA", wood, "PropertyExists"],
          ["add", "WallA", { MaterialId: wood }, "PropertyExists", ".MaterialId"],
          ["add", "Window", wood, "PropertyExists"],
          ["update", "Chair", wood, "PropertyMissing"],
          ["delete", "Chair", null, "PropertyMissing"]
        ])
        await editor.apply(one("add", "Material", g("Chair"), wood))
        await refused(editor, [["add", "Chair", wood, "PropertyExists"]])
        await editor.apply(one("delete", "Material", g("Chair"), null))
        await refused(editor, [["update", "Chair", wood, "PropertyMissing"]])
      })
  ),
  seven(
    "7-material-refused",
    "An unknown material: ReferenceNotFound; a value without a material: InvalidValue",
    (context) =>
      editing(context, (editor) =>
        refused(editor, [
          ["update", "WallA", unknown, "ReferenceNotFound"],
          ["update", "WallA", "Wood", "ReferenceNotFound"],
          ["update", "WallA", { MaterialId: unknown }, "ReferenceNotFound", ".MaterialId"],
          ["update", "WallA", { Name: "Wood" }, "InvalidValue", ".MaterialId"],
          ["update", "WallA", { MaterialId: 3 }, "InvalidValue", ".MaterialId"],
          ["update", "WallA", true, "InvalidValue"],
          ["update", "WallA", [unknown], "InvalidValue"]
        ])
      )
  ),
  seven(
    "7-material-of-type",
    "null and delete of the type's material are FieldReadOnly; an own material precedes it",
    (context) =>
      editing(context, async (editor) => {
        const wood = await material(editor, "Wood")
        const public_ = await shown(editor, "Window")
        await refused(editor, [
          ["update", "Window", null, "FieldReadOnly"],
          ["update", "Window", "", "FieldReadOnly"],
          ["delete", "Window", null, "FieldReadOnly"],
          ["addOrUpdate", "Window", { MaterialId: "" }, "FieldReadOnly", ".MaterialId"]
        ])
        await editor.apply(one("update", "Material", g("Window"), wood))
        same("own", await shown(editor, "Window"), { Name: "Wood", MaterialId: wood, Layers: "Wood" })
        await editor.apply(one("delete", "Material", g("Window"), null))
        same("the type's again", await shown(editor, "Window"), public_)
        same("nothing changed", (await editor.changes()).at("totalCount"), 0)
      })
  ),
  sevenOperating("7-material-made", "A material created in the project can be assigned", async (context) => {
    const editor = await freshEditor(context)
    const base = `${editor.model.project.path}/material-libraries`
    const library = status(await editor.client.post(base, { name: "Own" }), 201).string("guid")
    const oak = status(await editor.client.post(`${base}/${library}/materials`, { name: "Oak" }), 201).string("guid")
    await editor.apply(one("add", "Material", g("Chair"), { MaterialId: oak }))
    same("shown", await shown(editor, "Chair"), { Name: "Oak", MaterialId: oak, Layers: "Oak" })
    same("cells", await editor.cells(), [[g("Chair"), "Material", null, oak]])
  })
]
