import { type Answer, type Json, type JsonObject, textOf } from "./Answer.ts"
import { same, status } from "./Check.ts"
import { Mismatch } from "./Faults.ts"
import type { Context } from "./Context.ts"
import { fetched, follow, type Imported } from "./Imports.ts"

/** The products of the house in the order of the file. */
export const houseNames = [
  "Wall A",
  "Wall B",
  "Facade",
  "Mullion 1",
  "Panel 1",
  "Floor slab",
  "Front door",
  "Kitchen window",
  "Column 1",
  "Beam 1",
  "It's \u{E9}\u{FC} \u{E4} \u{E9} \\ \u{1F600} end",
  "Chair",
  ""
] as const

/** The names of the products in the fixture, from which their GlobalIds are derived. */
export const houseKeys = [
  "WallA",
  "WallB",
  "Facade",
  "Mullion",
  "Panel",
  "Slab",
  "Door",
  "Window",
  "Column",
  "Beam",
  "Proxy",
  "Chair",
  "Nameless"
] as const
export type HouseKey = (typeof houseKeys)[number]

/** Posts to M4. */
export const query = (context: Context, model: Imported, body: Json | object, parameters = ""): Promise<Answer> =>
  context.api.post(`${model.path}/products/properties/query${parameters}`, body)

/** The rows of M4. */
export const rows = async (context: Context, model: Imported, body: object): Promise<ReadonlyArray<JsonObject>> =>
  status(await query(context, model, body), 200).list("result")

/** The keys of the house's products that a list of filters (or a map of them) selects, in the order of the rows. */
export const selected = async (context: Context, filters: unknown): Promise<ReadonlyArray<HouseKey>> => {
  const answer = status(await query(context, await context.house, { fields: ["Guid"], filters }), 200)
  const result = answer.list("result").map(({ Guid }) => keyOf(textOf(Guid)))
  same("totalCount is the number of rows", answer.at("totalCount"), result.length)
  return result
}

/** The keys of the house's products that a condition selects beside filters, in the order of the rows. */
export const held = async (
  context: Context,
  where: unknown,
  filters: unknown = []
): Promise<ReadonlyArray<HouseKey>> => {
  const body = { fields: ["Guid"], filters, where }
  const answer = status(await query(context, await context.house, body), 200)
  return answer.list("result").map(({ Guid }) => keyOf(textOf(Guid)))
}

const keyOf = (text: string): HouseKey => {
  const key = houseKeys.find((key) => `2${key}`.padEnd(22, "0") === text)
  if (key === undefined) throw new Mismatch("Guid", "one of the house", text)
  return key
}

/** One field of one product of the house. */
export const cell = async (context: Context, key: HouseKey, field: string): Promise<Json | undefined> => {
  const result = await rows(context, await context.house, { fields: [field] })
  if (result.length !== houseKeys.length) throw new Mismatch("rows", houseKeys.length, result.length)
  return result[houseKeys.indexOf(key)]![field]
}

/** A property's value in a row without its PropertyId: `[PropertySet, Value]`. */
export const pair = async (context: Context, key: HouseKey, field: string): Promise<ReadonlyArray<Json>> => {
  const value = await cell(context, key, field)
  if (typeof value !== "object" || value === null || !("PropertySet" in value) || !("Value" in value)) {
    throw new Mismatch(`${field} of ${key}`, "{PropertySet, Value, PropertyId}", value ?? "nothing")
  }
  return [value["PropertySet"]!, value["Value"]!]
}

/** Runs a calculation on a model and returns the result; the body may contain `filters`. */
export const calculate = async (context: Context, model: Imported, body: object): Promise<Answer> => {
  const started = status(await context.api.post(`${model.path}/products/quantities/query`, body), 202)
  const last = (await follow(context.api, started.string("id"))).at(-1)!
  same("calculation", last.at("status"), "Ready")
  const path = `${model.path}/products/quantities/${started.string("id")}/result`
  const result = status(await context.api.get(path), 200)
  return status(await fetched(context.anonymous, result.string("downloadUrl")), 200)
}
