import { type JsonObject, textOf } from "../../harness/Answer.ts"
import { same, status } from "../../harness/Check.ts"
import { freshEditor, g } from "../../harness/Editing.ts"
import type { Editor } from "../../harness/Editor.ts"
import { guid } from "../../harness/Imports.ts"
import { place } from "../../harness/MadeIfc.ts"
import { houseText, replaced, takeFile, withLines } from "../../harness/NewFile.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const nine = rules("contract 9", operating)
const [chair, column] = [g("Chair"), g("Column")]

const placed = async (editor: Editor, product: string) => {
  const { Floor, Space } = (await editor.cell(product, "SpatialLocation")) as JsonObject
  return [Floor, Space]
}

/** The materials of the only library, by name the path of each. */
const materials = async ({ client, model }: Editor): Promise<ReadonlyMap<string, string>> => {
  const base = `${model.project.path}/material-libraries`
  const libraries = status(await client.get(base), 200).list("materialProperties")
  same("libraries", libraries.length, 1)
  const rows = libraries[0]!["properties"] as ReadonlyArray<ReadonlyArray<JsonObject>>
  const of = (row: ReadonlyArray<JsonObject>, name: string) =>
    textOf(row.find((entry) => entry["name"] === name)?.["value"])
  const library = `${base}/${textOf(libraries[0]!["guid"])}/materials`
  return new Map(rows.map((row) => [of(row, "Name"), `${library}/${of(row, "Guid")}`]))
}

/** The codes of the classification of the file, by identification name and path of each. */
const codes = async ({ client, model }: Editor): Promise<ReadonlyMap<string, { name: unknown; path: string }>> => {
  const base = `${model.project.path}/codifications`
  const libraries = status(await client.get(base), 200).list("codificationLibraries")
  const library = `${base}/${textOf(libraries.find(({ name }) => name === "Uniclass")?.["guid"])}`
  const all = status(await client.get(library), 200).list("codes")
  return new Map(
    all.map(({ guid, identification, name }) => [
      textOf(identification),
      { name, path: `${library}/codification/${textOf(guid)}` }
    ])
  )
}

export const newFileContent = [
  nine("9-new-file-locations", "A new file adds new locations; existing ones keep their names", async (context) => {
    const editor = await freshEditor(context)
    const { client, model } = editor
    status(await client.put(`${model.project.path}/locations/${guid("Upper")}`, { name: "Level 1" }), 200)
    const attic = withLines(await houseText(), place(9100, "IfcBuildingStorey", "Attic", "$,.ELEMENT.,6000."))
    const file = replaced(replaced(attic, "(#43,#44)", "(#43,#44,#9100)"), "(#112),#45", "(#112),#9100")
    const { versionId } = await takeFile(editor, file)
    same("of the new one", await placed(editor, chair), ["Attic", null])
    same("of the changed one", await placed(editor, column), ["Level 1", null])
    same("cells", await editor.cells(versionId), [[chair, "SpatialLocation", guid("Kitchen"), guid("Attic")]])
  }),
  nine("9-new-file-location-back", "A new file that contains a deleted location restores it", async (context) => {
    const editor = await freshEditor(context)
    const first = textOf((await editor.source())["modelVersionId"])
    status(await editor.client.delete(`${editor.model.project.path}/locations/${guid("Upper")}`), 204)
    same("deleted", await placed(editor, column), [null, null])
    await takeFile(editor, await houseText())
    same("back", await placed(editor, column), ["Upper floor", null])
    const older = (await editor.cell(column, "SpatialLocation", `?version=${first}`)) as JsonObject
    same("not in the version before", older["Floor"], null)
  }),
  nine(
    "9-new-file-materials",
    "A new file adds materials to the model's library; deleted ones stay deleted, changed ones stay changed",
    async (context) => {
      const editor = await freshEditor(context)
      const before = await materials(editor)
      status(await editor.client.delete(before.get("Brick")!), 204)
      status(await editor.client.put(before.get("Glass")!, { name: "Glazing" }), 200)
      await takeFile(editor, replaced(await houseText(), "IFCMATERIAL('Wood',$,$)", "IFCMATERIAL('Oak',$,$)"))
      const after = await materials(editor)
      const there = ["Brick", "Glass", "Oak", "Wood"].filter((name) => after.has(name))
      same("of Brick, Glass, Oak, Wood", there, ["Oak", "Wood"])
      same("Glazing is what was Glass", after.get("Glazing"), before.get("Glass"))
      const wall = (await editor.cell(g("WallA"), "Material")) as JsonObject
      same("of the wall", wall["Name"], null)
    }
  ),
  nine(
    "9-new-file-codes",
    "A new file adds codes; deleted ones stay deleted, changed ones stay changed",
    async (context) => {
      const editor = await freshEditor(context)
      const before = await codes(editor)
      status(await editor.client.delete(before.get("EF_25_10")!.path), 204)
      status(await editor.client.put(before.get("EF_25")!.path, { name: "Ours", identification: "EF_25" }), 200)
      const file = replaced(await houseText(), "'Ss_30','Floor systems'", "'Ss_31','Other floors'")
      await takeFile(editor, file)
      const after = await codes(editor)
      same("EF_25_10, Ss_31", [after.has("EF_25_10"), after.get("Ss_31")?.name], [false, "Other floors"])
      same("EF_25", after.get("EF_25"), { ...before.get("EF_25"), name: "Ours" })
      same("of the wall", await editor.cell(g("WallA"), "Code"), {})
    }
  )
]
