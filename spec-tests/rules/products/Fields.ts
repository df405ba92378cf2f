import { alphabetical, each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const five = rules("contract 5")
const m3 = rules("specification M3")

const attributes = ["Description", "ObjectType", "OverallHeight", "OverallWidth", "PredefinedType", "Tag", "TypeName"]
const forms = ["SpatialLocation", "MaterialLayerSet", "Code"]
const plain = [
  "AcousticRating",
  "Area",
  "B.C",
  "C",
  "Coated",
  "Colours",
  "Count",
  "Curve",
  "Depth",
  "Extra",
  "FireRating",
  "Fixing.Bolt",
  "Fixing.Number",
  "GrossArea",
  "GrossSideArea",
  "GrossVolume",
  "Größe",
  "Height",
  "IsExternal",
  "Length",
  "Level",
  "Limits.Max",
  "Load",
  "LoadBearing",
  "Lot",
  "Maker",
  "Mark",
  "Max",
  "More",
  "NetArea",
  "NetSideArea",
  "NetVolume",
  "OuterSurfaceArea",
  "Ratio",
  "Reach",
  "Reference",
  "Remark",
  "Slope",
  "Span",
  "Status",
  "ThermalTransmittance",
  "Volume",
  "Weight",
  "Width",
  "mark"
]
const qualified = [
  "Site data.Name",
  "Pset_WallCommon.FireRating",
  "Site data.FireRating",
  "Pset_WallCommon.Reference",
  "Site data.Reference",
  "BaseQuantities.Length",
  "Qto_BeamBaseQuantities.Length",
  "Qto_ColumnBaseQuantities.Length",
  "Qto_MemberBaseQuantities.Length",
  "Qto_WallBaseQuantities.Length"
]
const all = ["Guid", "Class", "Name", ...alphabetical([...attributes, ...forms, ...plain, ...qualified])]

const fields = async (context: Context, parameters = "") =>
  status(await context.api.get(`${(await context.house).path}/products/properties/available-data${parameters}`), 200)

const detail = async (context: Context, name: string) => {
  const found = (await fields(context)).list("fieldDetails").find((entry) => entry["name"] === name)
  if (found === undefined) throw new Error(`no detail of ${name}`)
  return found
}

export const fieldRules = [
  m3(
    "M3-answer",
    "The answer has fields, fieldDetails, totalCount, page and pageSize, which is 1000 by default",
    async (context) => {
      const answer = await fields(context)
      same("members", Object.keys(answer.object()).sort(), ["fieldDetails", "fields", "page", "pageSize", "totalCount"])
      same("page", [answer.at("page"), answer.at("pageSize")], [1, 1000])
    }
  ),
  five(
    "5-M3-list",
    "M3 lists Guid, Class, Name first, then the rest alphabetically, every name once",
    async (context) => {
      const answer = await fields(context)
      const listed = answer.list("fields").map(String)
      same(
        "missing",
        all.filter((name) => !listed.includes(name)),
        []
      )
      same(
        "not expected",
        listed.filter((name) => !all.includes(name)),
        []
      )
      same("order", listed, all)
      same("totalCount", answer.at("totalCount"), all.length)
    }
  ),
  m3(
    "M3-details",
    "Each field of the page except Guid, Class and Name has a detail, in the order of the fields",
    async (context) => {
      const answer = await fields(context)
      same(
        "names",
        answer.list("fieldDetails").map(({ name }) => name),
        answer.list("fields").slice(3)
      )
      for (const entry of answer.list("fieldDetails")) {
        same("members", Object.keys(entry).sort(), ["dataType", "enumerationValues", "name", "unit"])
      }
    }
  ),
  m3("M3-pages", "Pages divide the list and its details", async (context) => {
    const whole = await fields(context)
    const second = await fields(context, "?page=2&pageSize=7")
    same("fields", second.at("fields"), whole.list("fields").slice(7, 14))
    same(
      "details",
      second.list("fieldDetails").map(({ name }) => name),
      whole.list("fields").slice(7, 14)
    )
    same("totalCount", [second.at("totalCount"), second.at("page"), second.at("pageSize")], [all.length, 2, 7])
    same("first page", (await fields(context, "?pageSize=4")).list("fieldDetails").length, 1)
  }),
  five("5-M3-data-types", "dataType states the type of the values", async (context) => {
    const expected = {
      Reference: "String",
      Load: "Real",
      Depth: "Real",
      Count: "Integer",
      Level: "Real",
      IsExternal: "Boolean",
      NetVolume: "Real",
      Status: "Enum",
      Colours: "String",
      Description: "String",
      Tag: "String"
    }
    await each(
      Object.entries(expected),
      ([name]) => name,
      async ([name, dataType]) => {
        same("dataType", (await detail(context, name))["dataType"], dataType)
      }
    )
  }),
  five("5-M3-data-type-null", "dataType is null if types differ or the field has its own form", async (context) => {
    await each(["Ratio", ...forms], String, async (name) => {
      same("detail", await detail(context, name), { name, dataType: null, unit: null, enumerationValues: null })
    })
  }),
  five("5-M3-enumeration", "An enumeration lists its words, others have null", async (context) => {
    same("Status", (await detail(context, "Status"))["enumerationValues"], ["NEW", "EXISTING", "DEMOLISH"])
    same("Reference", (await detail(context, "Reference"))["enumerationValues"], null)
  }),
  five(
    "5-M3-units",
    "unit is the IFC name in upper camel case, prefix first, derived ones with Per",
    async (context) => {
      const expected = {
        Depth: "Millimetre",
        NetSideArea: "SquareMetre",
        NetVolume: "CubicMetre",
        Slope: "Degree",
        Weight: "Kilogram",
        Reach: "Metre",
        ThermalTransmittance: "WattPerSquareMetrePerKelvin",
        "Qto_WallBaseQuantities.Length": "Millimetre"
      }
      await each(
        Object.entries(expected),
        ([name]) => name,
        async ([name, unit]) => same("unit", (await detail(context, name))["unit"], unit)
      )
    }
  ),
  five(
    "5-M3-unit-null",
    "unit is null if the file assigns none, if units are mixed, or if the field has none",
    async (context) => {
      await each(
        ["Load", "Length", "BaseQuantities.Length", "Reference", "Count", "IsExternal"],
        String,
        async (name) => {
          same("unit", (await detail(context, name))["unit"], null)
        }
      )
    }
  ),
  five("5-M3-no-arrays", "MaterialLayers, an array, is returned if requested and not listed", async (context) => {
    const listed = (await fields(context)).list("fields").map(String)
    holds("not listed", !listed.includes("MaterialLayers"))
    const { path } = await context.house
    const body = { fields: ["MaterialLayers"] }
    const answer = status(await context.api.post(`${path}/products/properties/query?pageSize=1`, body), 200)
    same("members", Object.keys(answer.list("result")[0]!), ["MaterialLayers"])
  }),
  rules("contract 2.12")("2.12-fields", "fields has up to 10,000 entries", async (context) => {
    const { path } = await context.house
    const asked = (count: number) =>
      context.api.post(`${path}/products/properties/query?pageSize=1`, {
        fields: Array.from({ length: count }, (_, i) => `F${i}`)
      })
    const row = status(await asked(10_000), 200).list("result")[0]!
    same("members", Object.keys(row).length, 10_000)
    errorView(await asked(10_001), 400)
  }),
  five("5-M3-every-field", "Every field that M3 lists can be requested", async (context) => {
    const { path } = await context.house
    const names = (await fields(context)).list("fields").map(String)
    const answer = status(await context.api.post(`${path}/products/properties/query`, { fields: names }), 200)
    for (const row of answer.list("result")) same("members", Object.keys(row), names)
    const unseen = names.filter((name) => !answer.list("result").some((row) => shows(row[name])))
    same("fields without any value", unseen, [])
    holds("the list is not empty", names.length > 0)
  })
]

const shows = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return value !== null && value !== ""
  return Object.values(value).some((inner) => inner !== null)
}
