import { textOf } from "../../harness/Answer.ts"
import { alphabetical, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { freshEditor, g } from "../../harness/Editing.ts"
import { type Editor, one } from "../../harness/Editor.ts"
import { exported, importedAgain } from "../../harness/Exporting.ts"
import { guid } from "../../harness/Imports.ts"
import { rows } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const eight = rules("contract 8", operating)
const [beam, chair, wall] = [g("Beam"), g("Chair"), g("WallA")]

const make = async ({ client, model }: Editor, path: string, body: object, member = "guid"): Promise<string> =>
  status(await client.post(`${model.project.path}/${path}`, body), 201).string(member)

const location = (editor: Editor, name: string, type: string, parentGuid?: string): Promise<string> =>
  make(editor, "locations", { name, type, ...(parentGuid === undefined ? {} : { parentGuid }) }, "locationGuid")

const material = async (editor: Editor, body: object): Promise<string> => {
  const library = await make(editor, "material-libraries", { name: "Ours" })
  return make(editor, `material-libraries/${library}/materials`, body)
}

const code = async (editor: Editor, system: string, body: object): Promise<string> => {
  const library = await make(editor, "codifications", { name: system })
  return make(editor, `codifications/${library}/codification`, body)
}

/** Imports the file into a new project and returns the value of a field of a product. */
const again = async (context: Context, bytes: Uint8Array, product: string, field: string) => {
  const found = await rows(context, await importedAgain(context, bytes), { fields: ["Guid", field] })
  return found.find(({ Guid }) => Guid === product)![field]
}

const count = (text: string, part: string): number => text.split(part).length - 1

/** Checks how an exported file states materials, codes, locations and new values. */
export const exportedReferences = [
  eight(
    "8-export-material",
    "A material is found in the file by name, and created if it is missing",
    async (context) => {
      const editor = await freshEditor(context)
      const brick = await material(editor, { name: "Brick" })
      const hemp = await material(editor, { name: "Hemp 'n' lime", category: "Insulation" })
      await editor.apply({ addOrUpdate: { Material: { [chair]: brick, [beam]: hemp, [wall]: hemp } } })
      await editor.published()
      const { bytes, report, text } = await exported(editor)
      same("brick once", count(text, "IFCMATERIAL('Brick'"), 1)
      same("hemp once", count(text, "IFCMATERIAL('Hemp ''n'' lime',$,'Insulation')"), 1)
      same("one new", report.at("added", "IfcMaterial"), 1)
      const model = await importedAgain(context, bytes)
      const field = "MaterialLayers"
      const found = await rows(context, model, { fields: ["Guid", field] })
      for (const [product, name] of [
        [chair, "Brick"],
        [beam, "Hemp 'n' lime"],
        [wall, "Hemp 'n' lime"]
      ]) {
        const shown = JSON.stringify(found.find(({ Guid }) => Guid === product)![field])
        holds(`${name} of ${product}`, shown.includes(JSON.stringify(name)), shown)
      }
    }
  ),
  eight(
    "8-export-code",
    "A code is found by system and identification, and created if it is missing",
    async (context) => {
      const editor = await freshEditor(context)
      const known = await code(editor, "Uniclass", { name: "Floors", identification: "Ss_30" })
      const other = await code(editor, "Ours", { name: "Seats", identification: "Ss_30", description: "To sit on" })
      await editor.apply(one("update", "Code", chair, [known, other]))
      await editor.published()
      const { bytes, report, text } = await exported(editor)
      same(
        "new ones",
        [report.at("added", "IfcClassificationReference"), report.at("added", "IfcClassification")],
        [1, 1]
      )
      same("the one of the file", count(text, "'Ss_30','Floor systems'"), 1)
      const shown = JSON.stringify(await again(context, bytes, chair, "Code"))
      holds("both", shown.includes("Floor systems") && shown.includes("Seats"), shown)
    }
  ),
  eight(
    "8-export-code-gone",
    "A code removed from a product is removed only from the file's relation",
    async (context) => {
      const editor = await freshEditor(context)
      await editor.apply(one("delete", "Code", g("Slab"), null))
      await editor.published()
      const { bytes, text } = await exported(editor)
      holds("the code stays", text.includes("'Ss_30','Floor systems'"))
      same("codes", await again(context, bytes, g("Slab"), "Code"), await again(context, bytes, chair, "Code"))
    }
  ),
  eight(
    "8-export-location",
    "A location is found by GlobalId, and created below its parent if it is missing",
    async (context) => {
      const editor = await freshEditor(context)
      const storey = await location(editor, "Attic", "Floor", guid("Building"))
      const room = await location(editor, "Store", "Space", storey)
      await editor.apply({ update: { SpatialLocation: { [chair]: room, [beam]: guid("Kitchen") } } })
      await editor.published()
      const { bytes, report } = await exported(editor)
      same("new ones", [report.at("added", "IfcBuildingStorey"), report.at("added", "IfcSpace")], [1, 1])
      const model = await importedAgain(context, bytes)
      const listed = status(await context.api.get(`${model.project.path}/locations`), 200).list("locations")
      const shown = (one: string) => listed.find(({ locationGuid }) => locationGuid === one)
      same("storey", [shown(storey)?.["name"], shown(storey)?.["parentGuid"]], ["Attic", guid("Building")])
      same("room", [shown(room)?.["name"], shown(room)?.["parentGuid"]], ["Store", storey])
      const found = await rows(context, model, { fields: ["Guid", "SpatialLocation"] })
      for (const [product, place] of [
        [chair, room],
        [beam, guid("Kitchen")]
      ]) {
        const cell = found.find(({ Guid }) => Guid === product)!["SpatialLocation"] as Record<string, unknown>
        same(`place of ${product}`, cell["SpatialLocationId"], place)
      }
    }
  ),
  eight(
    "8-export-location-type",
    "A location type unknown to the schema becomes Building (facility), Storey (part) or Space (external)",
    async (context) => {
      const editor = await freshEditor(context, "shed.ifc")
      const bridge = await location(editor, "Bridge", "Bridge")
      const part = await location(editor, "Deck", "BridgePart", bridge)
      const outside = await location(editor, "Outside", "ExternalSpatialElement", part)
      await editor.apply(one("update", "SpatialLocation", guid("ShedBench"), outside))
      await editor.published()
      const { text } = await exported(editor)
      holds("building", text.includes(`IFCBUILDING('${bridge}'`))
      holds("storey", text.includes(`IFCBUILDINGSTOREY('${part}'`))
      holds("space", text.includes(`IFCSPACE('${outside}'`))
    }
  ),
  eight(
    "8-export-libraries",
    "Deletions and renames in the project's libraries are not written; the report names them",
    async (context) => {
      const editor = await freshEditor(context)
      const { path } = editor.model.project
      status(await editor.client.put(`${path}/locations/${guid("Upper")}`, { name: "First floor" }), 200)
      const libraries = status(await editor.client.get(`${path}/material-libraries`), 200).list("materialProperties")
      const [rowsOfMaterials] = libraries.flatMap(({ guid: library, properties }) => [
        { library: textOf(library), rows: properties as ReadonlyArray<ReadonlyArray<{ name: string; value: string }>> }
      ])
      const plaster = rowsOfMaterials!.rows.find((one) => one.some(({ value }) => value === "Plaster"))!
      const plasterGuid = plaster.find(({ name }) => name === "Guid")!.value
      const below = `${path}/material-libraries/${rowsOfMaterials!.library}/materials/${plasterGuid}`
      status(await editor.client.delete(below), 204)
      await editor.apply(one("update", "Name", chair, "Stool"))
      await editor.published()
      const { report, text } = await exported(editor)
      holds("the old name", text.includes("'Upper floor'") && !text.includes("'First floor'"))
      holds("the material", text.includes("IFCMATERIAL('Plaster'"))
      const told = report.list("notApplied")
      same("told", alphabetical(told.map((one) => textOf(one["guid"]))), alphabetical([guid("Upper"), plasterGuid]))
      for (const one of told) same("members", Object.keys(one).sort(), ["field", "guid", "reason"])
    }
  ),
  eight(
    "8-export-custom",
    "New values have the measure and unit of their definition, enumerations refer to their enumeration",
    async (context) => {
      const editor = await freshEditor(context)
      await make(
        editor,
        "customProperties/property-sets",
        {
          name: "Ours",
          propertyDefinitions: [
            { name: "State", dataType: "Enumeration", enumerationValues: ["good", "bad"] },
            { name: "Height", dataType: "Real", measureType: "Length", unit: "m" },
            { name: "Odd", dataType: "Real", unit: "furlong" },
            { name: "Pieces", dataType: "Integer" },
            { name: "Checked", dataType: "Boolean" }
          ]
        },
        "name"
      )
      await editor.apply({
        addOrUpdate: {
          State: { [chair]: "bad" },
          Height: { [chair]: 1.25 },
          Odd: { [chair]: 2 },
          Pieces: { [chair]: 3 },
          Checked: { [chair]: true }
        }
      })
      await editor.published()
      const { text } = await exported(editor)
      for (const part of [
        "IFCPROPERTYENUMERATEDVALUE('State',$,(IFCLABEL('bad')),#",
        "(IFCLABEL('good'),IFCLABEL('bad')),$)",
        "IFCPROPERTYSINGLEVALUE('Height',$,IFCLENGTHMEASURE(1.25),#34)",
        "IFCPROPERTYSINGLEVALUE('Odd',$,IFCREAL(2.),$)",
        "IFCPROPERTYSINGLEVALUE('Pieces',$,IFCINTEGER(3),$)",
        "IFCPROPERTYSINGLEVALUE('Checked',$,IFCBOOLEAN(.T.),$)"
      ]) {
        holds(part, text.includes(part), text.split("\n").slice(-12).join("\n"))
      }
    }
  ),
  eight("8-export-texts", "Free texts are IFCLABEL up to 255 characters, else IFCTEXT", async (context) => {
    const editor = await freshEditor(context)
    const text = (length: number) => ({ [chair]: { PropertySet: "Ours", Value: "x".repeat(length) } })
    await editor.apply({ add: { Short: text(255), Long: text(256) } })
    await editor.published()
    const file = (await exported(editor)).text
    holds("label", file.includes(`('Short',$,IFCLABEL('${"x".repeat(255)}'),$)`))
    holds("text", file.includes(`('Long',$,IFCTEXT('${"x".repeat(256)}'),$)`))
  }),
  eight(
    "8-export-quantity",
    "add into a quantity set uses the kind that the model has for that set and name, else a property set is created",
    async (context) => {
      const editor = await freshEditor(context)
      const inSet = (Value: number) => ({ [beam]: { PropertySet: "Qto_BeamBaseQuantities", Value } })
      const asColumn = { [chair]: { PropertySet: "Qto_ColumnBaseQuantities", Value: 2.5 } }
      await editor.apply({ add: { GrossVolume: asColumn, Other: inSet(7) } })
      await editor.published()
      const { text } = await exported(editor)
      holds("a volume", text.includes("IFCQUANTITYVOLUME('GrossVolume',$,$,2.5,$)"), text.slice(-1500))
      holds("a property", text.includes("IFCPROPERTYSINGLEVALUE('Other',$,IFCREAL(7.),$)"), text.slice(-1500))
      same("in a property set", count(text, "'Qto_BeamBaseQuantities'"), 2)
    }
  ),
  eight(
    "8-export-cleared-2x3",
    "In IFC2X3 a cleared list or enumeration becomes a single value without value",
    async (context) => {
      const shed = new TextDecoder().decode(await Bun.file(new URL("../../fixtures/shed.ifc", import.meta.url)).bytes())
      const listed = shed.replace(
        "#130=IFCPROPERTYSINGLEVALUE('Mark','The mark',IFCLABEL('old'),$);",
        "#130=IFCPROPERTYLISTVALUE('Mark','The mark',(IFCLABEL('old'),IFCLABEL('older')),$);"
      )
      const editor = await freshEditor(context, new TextEncoder().encode(listed))
      await editor.apply(one("update", "Mark", guid("ShedWall"), null))
      await editor.published()
      const { bytes, text } = await exported(editor)
      holds("a single value", text.includes("IFCPROPERTYSINGLEVALUE('Mark','The mark',$,$)"), text.slice(-800))
      const of = async (product: string) => again(context, bytes, product, "Mark")
      same("the wall's", ((await of(guid("ShedWall"))) as { Value: unknown }).Value, null)
      same("the slab's", ((await of(guid("ShedSlab"))) as { Value: unknown }).Value, "old; older")
    }
  )
]
