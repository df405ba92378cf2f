import type { Json, JsonObject } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { fetched, follow, guid } from "../../harness/Imports.ts"
import { calculate, houseKeys, type HouseKey, query, rows } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const six = rules("contract 6")
const calculating = rules("contract 6", operating)

/** One field of a product of the house in SI. */
const cell = async (context: Context, key: HouseKey, field: string): Promise<JsonObject> => {
  const result = await rows(context, await context.house, { fields: [field], units: "SI" })
  return result[houseKeys.indexOf(key)]![field] as JsonObject
}

const select = async (context: Context, filters: ReadonlyArray<object>): Promise<ReadonlyArray<Json | undefined>> =>
  (await rows(context, await context.house, { fields: ["Guid"], filters, units: "SI" })).map(({ Guid }) => Guid)

export const units = [
  six(
    "6-units-values",
    "With units SI, numbers whose unit has a factor are returned in SI, with Unit",
    async (context) => {
      const expected: ReadonlyArray<readonly [field: string, value: unknown, unit: string | null]> = [
        ["Depth", 0.3, "Metre"],
        ["Reach", 2.5, "Metre"],
        ["Slope", 0.785398163397449, "Radian"],
        ["Weight", 12.5, "Kilogram"],
        ["ThermalTransmittance", 0.24, "WattPerSquareMetrePerKelvin"],
        ["Span", "1; 2.5", "Metre"],
        ["Qto_WallBaseQuantities.Length", 4, "Metre"],
        ["NetSideArea", 10.5, "SquareMetre"],
        ["Load", 1200, null],
        ["Count", 7, null],
        ["Colours", "red; green; blue", null],
        ["IsExternal", true, null]
      ]
      await each(
        expected,
        ([field]) => field,
        async ([field, value, unit]) => {
          const { Unit, Value, ...others } = await cell(context, "WallA", field)
          if (field === "Slope") holds("Slope", Math.abs((Value as number) / (value as number) - 1) < 1e-12)
          else same("Value", Value, value)
          same("Unit", Unit, unit)
          same("members", Object.keys(others).sort(), ["PropertyId", "PropertySet"])
        }
      )
    }
  ),
  six(
    "6-units-attributes",
    "OverallHeight and OverallWidth are in SI, and the null object has Unit",
    async (context) => {
      const height = { PropertySet: null, Value: 2.1, PropertyId: null, Unit: "Metre" }
      same("Door", await cell(context, "Door", "OverallHeight"), height)
      same("Chair", await cell(context, "Chair", "OverallHeight"), { ...height, Value: null, Unit: null })
    }
  ),
  six("6-units-materials", "Thickness and Layers are in SI", async (context) => {
    const fields = ["MaterialLayerSet", "MaterialLayers", "MaterialLayers.Thickness"]
    const result = await rows(context, await context.house, { fields, units: "SI" })
    const { MaterialLayers, MaterialLayerSet, ...row } = result[houseKeys.indexOf("WallB")]!
    const entries = MaterialLayers as ReadonlyArray<JsonObject>
    same(
      "Thickness",
      entries.map(({ Thickness }) => Thickness!),
      [0.1, 0.08, 0.0123456789]
    )
    same("MaterialLayers.Thickness", row["MaterialLayers.Thickness"], "0.1; 0.08; 0.0123456789")
    const layers = (MaterialLayerSet as JsonObject)["Layers"] as string
    same(
      "Layers",
      layers.split(" | ").map((layer) => layer.split(" ").at(-1)!),
      ["0.1", "0.08", "0.0123457"]
    )
  }),
  six("6-units-model", "Model is the default: numbers keep their unit, and objects have no Unit", async (context) => {
    const model = await context.house
    const plain = await rows(context, model, { fields: ["Depth", "OverallHeight"] })
    await each(["Model", "model", null], String, async (units) => {
      same("rows", await rows(context, model, { fields: ["Depth", "OverallHeight"], units }), plain)
    })
    same("Depth", (plain[0]!["Depth"] as JsonObject)["Value"], 300)
    holds("Unit", !("Unit" in (plain[0]!["Depth"] as JsonObject)))
  }),
  six("6-units-filters", "Filters compare in SI", async (context) => {
    const wall = [guid("WallA")]
    same("Depth", await select(context, [{ property: "Depth", operator: "Equals", value: 0.3 }]), wall)
    same("text", await select(context, [{ property: "Depth", operator: "In", value: ["0.3"] }]), wall)
    same("before", await select(context, [{ property: "Depth", operator: "Equals", value: 300 }]), [])
    same("item", await select(context, [{ property: "Span", operator: "Equals", value: "2.5" }]), wall)
    same("door", await select(context, [{ property: "OverallHeight", operator: "Equals", value: 2.1 }]), [guid("Door")])
  }),
  six("6-units-sort", "Products are sorted in SI, whatever the units of their values", async (context) => {
    const sort = [{ property: "Reach" }]
    const sorted = await rows(context, await context.house, { fields: ["Reach"], sort, units: "SI" })
    const values = sorted.map(({ Reach }) => (Reach as JsonObject)["Value"]).filter((value) => value !== null)
    holds("several", values.length > 0)
    same(
      "order",
      values,
      values.toSorted((a, b) => (a as number) - (b as number))
    )
  }),
  six("6-units-fields", "M3 names the units of SI with ?units=SI", async (context) => {
    const { path } = await context.house
    const unitsOf = async (address: string): Promise<ReadonlyMap<Json | undefined, Json | undefined>> => {
      const details = status(await context.api.get(path + address), 200).list("fieldDetails")
      return new Map(details.map(({ name, unit }) => [name, unit]))
    }
    const current = "/products/properties/available-data"
    for (const address of [`${current}?pageSize=5000&units=SI`, "/products/available-data?units=si"]) {
      const found = await unitsOf(address)
      const names = ["Depth", "Span", "Slope", "Weight", "OverallWidth", "NetSideArea", "Count"]
      const expected = ["Metre", "Metre", "Radian", "Kilogram", "Metre", "SquareMetre", null]
      same(
        address,
        names.map((name) => found.get(name) ?? null),
        expected
      )
    }
    same("Model", (await unitsOf(`${current}?pageSize=5000&units=Model`)).get("Depth"), "Millimetre")
    errorView(await context.api.get(`${path}${current}?units=metric`), 400, "InvalidParameter")
  }),
  six("6-units-older", "The older spellings of M4 accept units too", async (context) => {
    const model = await context.house
    const body = { fields: ["Depth"], units: "SI" }
    const expected = await rows(context, model, body)
    const posted = status(await context.api.post(`${model.path}/products/query`, body), 200)
    same("POST", posted.at("result"), expected)
    const got = status(await context.api.get(`${model.path}/products?fields=Depth&units=SI`), 200)
    same("GET", got.at("result"), expected)
    errorView(await context.api.get(`${model.path}/products?units=feet`), 400, "InvalidParameter")
  }),
  six("6-units-400", "Another word is 400 InvalidParameter", async (context) => {
    const model = await context.house
    await each(["Imperial", "", 1, ["SI"], {}], JSON.stringify, async (units) => {
      errorView(await query(context, model, { units }), 400, "InvalidParameter")
      const body = { calculators: ["Count"], units }
      errorView(await context.api.post(`${model.path}/products/quantities/query`, body), 400, "InvalidParameter")
      const path = `${model.path}/products/dynamic-properties/query`
      errorView(await context.api.post(path, { units }), 400, "InvalidParameter")
    })
  }),
  calculating(
    "6-units-calculations",
    "M5 and M8 accept units for filters; results are always in SI",
    async (context) => {
      const model = await context.house
      const filters = [{ property: "Depth", operator: "Equals", value: 0.3 }]
      const body = { calculators: ["Count", "Length"], filters }
      const inSi = await calculate(context, model, { ...body, units: "SI" })
      same("SI", inSi.at("totals"), { Count: 1, Length: 4 })
      same("units of the calculators", inSi.at("units"), { Length: "Metre" })
      same("Model", (await calculate(context, model, body)).at("totals"), { Count: 0, Length: 0 })
      const path = `${model.path}/products/dynamic-properties`
      const asked = { fields: ["Computed.Volume"], filters, units: "SI" }
      const id = status(await context.api.post(`${path}/query`, asked), 202).string("id")
      same("end", (await follow(context.api, id)).at(-1)?.at("status"), "Ready")
      const link = status(await context.api.get(`${path}/${id}/result`), 200).string("downloadUrl")
      const result = status(await fetched(context.anonymous, link), 200)
      same("units", result.at("units"), "SI")
      same(
        "products",
        result.list("result").map(({ Guid }) => Guid!),
        [guid("WallA")]
      )
    }
  )
]
