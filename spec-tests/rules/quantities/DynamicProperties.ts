import type { JsonObject } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { editing, freshEditor } from "../../harness/Editing.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { fetched, fixture, follow, guid, type Imported } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const m7 = rules("M7", operating)
const m8 = rules("M8", operating)
const m9 = rules("M9", operating)
const seven = rules("contract 7", operating)
const eight = rules("contract 8", operating)

const names = [
  "BottomElevation",
  "CentroidX",
  "CentroidY",
  "CentroidZ",
  "FootprintArea",
  "GrossVolume",
  "Height",
  "Length",
  "SideArea",
  "SurfaceArea",
  "TopElevation",
  "Volume",
  "Width"
].map((name) => `Computed.${name}`)

const start = (context: Context, { path }: Imported, body: object) =>
  context.api.post(`${path}/products/dynamic-properties/query`, body)

const calculated = async (context: Context, model: Imported, body: object) => {
  const id = status(await start(context, model, body), 202).string("id")
  same("end", (await follow(context.api, id)).at(-1)?.at("status"), "Ready")
  const link = status(await context.api.get(`${model.path}/products/dynamic-properties/${id}/result`), 200)
  same("Location", link.header("location"), link.string("downloadUrl"))
  return status(await fetched(context.anonymous, link.string("downloadUrl")), 200)
}

/** The walls of solid.ifc as parts of one product without a shape. */
const assembled = async (): Promise<Uint8Array> => {
  const text = new TextDecoder().decode(await fixture("solid.ifc"))
  const whole = `#200=IFCELEMENTASSEMBLY('${guid("SolidWhole")}',$,'Whole',$,$,#13,$,$,$,$);
#201=IFCRELAGGREGATES('${guid("SolidParts")}',$,$,$,#200,(#100,#101));
#202=IFCRELCONTAINEDINSPATIALSTRUCTURE('${guid("SolidWholeIn")}',$,$,$,(#200),#41);
`
  return new TextEncoder().encode(text.replace(/^#104=.*;\n/m, whole))
}

export const dynamicProperties = [
  m7("M7-fields", "The dynamic fields of a model with their details, paged as in M3", async (context) => {
    const { path } = await context.model("solid.ifc")
    const all = status(await context.api.get(`${path}/products/dynamic-properties/available-data`), 200)
    same("fields", all.list("fields").map(String), names)
    same("totalCount", [all.at("totalCount"), all.at("page"), all.at("pageSize")], [names.length, 1, 1000])
    for (const detail of all.list("fieldDetails")) {
      same("dataType and enumeration", [detail["dataType"], detail["enumerationValues"]], ["Real", null])
    }
    const page = await context.api.get(`${path}/products/dynamic-properties/available-data?page=2&pageSize=5`)
    same("page", status(page, 200).list("fields").map(String), names.slice(5, 10))
  }),
  m8("M8-kind", "The operation of a calculation is CalculateDerivedProperties, named in Location", async (context) => {
    const answer = status(await start(context, await context.model("solid.ifc"), {}), 202)
    same("kind", answer.at("kind"), "CalculateDerivedProperties")
    holds("Location", answer.header("location").endsWith(`/v1/operations/${answer.string("id")}`))
  }),
  m8("M8-unknown-field", "A field that is not dynamic: 400 InvalidField", async (context) => {
    const model = await context.model("solid.ifc")
    await each(["Name", "Computed.Colour", "computed.volume", ""], String, async (field) => {
      errorView(await start(context, model, { fields: ["Computed.Volume", field] }), 400, "InvalidField")
    })
  }),
  m8("M8-filter", "A filter on a dynamic property: 400 InvalidFilter", async (context) => {
    const filters = [{ property: "Computed.Volume", operator: "Equals", value: 3 }]
    errorView(await start(context, await context.model("solid.ifc"), { filters }), 400, "InvalidFilter")
  }),
  m9("M9-other-kind", "An operation of another kind: 404 OperationNotFound", async (context) => {
    const { path } = await context.model("solid.ifc")
    const other = status(await context.api.post(`${path}/products/quantities/query`, { calculators: ["Count"] }), 202)
    const answer = await context.api.get(`${path}/products/dynamic-properties/${other.string("id")}/result`)
    errorView(answer, 404, "OperationNotFound")
  }),
  eight("8-dynamic-result", "Dynamic properties have a value, a SI unit and a quality", async (context) => {
    const answer = await calculated(context, await context.model("solid.ifc"), { fields: null })
    same("fields", answer.list("fields").map(String), names)
    same("totalCount", answer.at("totalCount"), 2)
    const wall = answer.list("result").find(({ Guid }) => Guid === guid("SolidWall")) ?? {}
    same("head", [wall["Class"], wall["Name"]], ["IfcWall", "Wall with a hole"])
    const value = (name: string) => (wall[`Computed.${name}`] ?? {}) as JsonObject
    for (const [name, expected] of [
      ["Volume", 3],
      ["GrossVolume", 3.6],
      ["Length", 4],
      ["Width", 0.3],
      ["Height", 3],
      ["BottomElevation", 0],
      ["TopElevation", 3],
      ["FootprintArea", 1.2],
      ["CentroidY", 0.15]
    ] as const) {
      holds(name, Math.abs(Number(value(name)["Value"]) - expected) < 0.001, value(name))
      holds(`${name}: quality`, typeof value(name)["Quality"] === "string", value(name))
    }
    same(
      "units",
      [value("Volume")["Unit"], value("SideArea")["Unit"], value("Width")["Unit"]],
      ["CubicMetre", "SquareMetre", "Metre"]
    )
  }),
  eight(
    "8-dynamic-fields",
    "Only the requested fields are returned, for products that match the filters",
    async (context) => {
      const filters = [{ property: "Name", operator: "Contains", value: "claims" }]
      const fields = ["Computed.Width", "Computed.Volume", "Computed.Width"]
      const answer = await calculated(context, await context.model("solid.ifc"), { fields, filters })
      same("fields", answer.list("fields").map(String), ["Computed.Width", "Computed.Volume"])
      const rows = answer.list("result")
      same(
        "rows",
        rows.map((row) => Object.keys(row)),
        [["Guid", "Class", "Name", "Computed.Width", "Computed.Volume"]]
      )
      const volume = (rows[0]?.["Computed.Volume"] as JsonObject | undefined)?.["Value"]
      holds("Volume", Math.abs(Number(volume) - 3.6) < 0.001, volume)
    }
  ),
  eight(
    "8-dynamic-deleted",
    "A calculation excludes products that its user has deleted without publishing",
    (context) =>
      editing(context, async (editor) => {
        await editor.removed(guid("Chair"))
        const answer = await calculated(context, editor.model, { fields: ["Computed.Volume"] })
        const guids = answer.list("result").map(({ Guid }) => Guid)
        same("the chair", guids.includes(guid("Chair")), false)
        same("totalCount", answer.at("totalCount"), guids.length)
      })
  ),
  seven("7-dynamic-parts", "A product without a shape has the sum of its remaining parts", async (context) => {
    const editor = await freshEditor(context, await assembled())
    const whole = async (property: string) => {
      const answer = await calculated(context, editor.model, { fields: [property] })
      const row = answer.list("result").find(({ Guid }) => Guid === guid("SolidWhole")) ?? {}
      return ((row[property] ?? {}) as JsonObject)["Value"]
    }
    const near = (what: string, value: unknown, expected: number) =>
      holds(what, typeof value === "number" && Math.abs(value - expected) < 0.001, value)
    near("volume", await whole("Computed.Volume"), 6.6)
    await editor.removed(guid("SolidLiar"))
    await editor.published("Without a part")
    near("volume without a part", await whole("Computed.Volume"), 3)
    near("top without a part", await whole("Computed.TopElevation"), 3)
    await editor.removed(guid("SolidWall"))
    await editor.published("Without parts")
    same("volume without parts", await whole("Computed.Volume"), null)
  })
]
