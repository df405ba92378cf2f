import { type JsonObject, textOf } from "../../../harness/Answer.ts"
import { each, holds, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { problem } from "../../../harness/ErrorForms.ts"
import { fetched, follow, importBytes, type Imported, importModel } from "../../../harness/Imports.ts"
import { madeIfc, proxy } from "../../../harness/MadeIfc.ts"
import { calculate, type HouseKey, houseKeys, rows } from "../../../harness/Query.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"
import { fresh } from "./Codifications.ts"

const five = rules("contract 5", operating)
const six = rules("contract 6", operating)
const seven = rules("contract 7", operating)
const nine = rules("contract 9", operating)

/** A house of its own, and the paths of its codes by their identifications. */
const house = async (context: Context) => {
  const model = await importModel(context.api, await context.newProject("Coded products"), "house.ifc")
  const path = `${model.project.path}/codifications`
  const codes = new Map<string, { path: string; library: string; guid: string }>()
  for (const { guid: library } of status(await context.api.get(path), 200).list("codificationLibraries")) {
    const own = `${path}/${textOf(library)}`
    for (const { guid, identification } of status(await context.api.get(own), 200).list("codes")) {
      const code = { path: `${own}/codification/${textOf(guid)}`, library: own, guid: textOf(guid) }
      codes.set(textOf(identification), code)
    }
  }
  return { model, of: (identification: string) => codes.get(identification)! }
}

/** The identifications of the codes of each product, in the order of its map. */
const shown = async (context: Context, model: Imported) => {
  const result = await rows(context, model, { fields: ["Code"] })
  return (key: HouseKey) =>
    Object.values(result[houseKeys.indexOf(key)]!["Code"] as Record<string, JsonObject>).map(
      (code) => code["Identification"]
    )
}

const found = async (context: Context, model: Imported, value: string | null, property = "Code") =>
  (await rows(context, model, { fields: ["Guid"], filters: [{ property, operator: "Equals", value }] })).length

const counted = async (context: Context, model: Imported, value: string) => {
  const filters = [{ property: "Code", operator: "Equals", value }]
  return (await calculate(context, model, { calculators: ["Count"], filters })).number("totals", "Count")
}

export const codedProducts = [
  five("5-codes-resolve", "Every code in a query is found in its library with the same data", async (context) => {
    const model = await context.house
    const shown = new Map<string, JsonObject>()
    for (const row of await rows(context, model, { fields: ["Code"] }))
      for (const [guid, code] of Object.entries(row["Code"] as object)) shown.set(guid, code as JsonObject)
    same("codes", shown.size, 4)
    await each(
      shown,
      ([guid]) => guid,
      async ([guid, { Identification, LibraryGuid, Name }]) => {
        const library = `${model.project.path}/codifications/${textOf(LibraryGuid)}`
        const read = status(await context.api.get(`${library}/codification/${guid}`), 200)
        same("code", [read.at("identification"), read.at("name")], [Identification, Name])
        const codes = status(await context.api.get(library), 200).list("codes")
        same(
          "in its library",
          codes.find((code) => code["guid"] === guid),
          read.body
        )
      }
    )
  }),
  five(
    "5-forms-always-listed",
    "SpatialLocation and Code are listed even without locations or codes",
    async (context) => {
      const bytes = madeIfc("IFC4", [proxy(10, "Thing")])
      const model = await importBytes(context.api, await context.newProject("Bare"), bytes)
      const listed = status(await context.api.get(`${model.path}/products/properties/available-data`), 200)
      for (const name of ["SpatialLocation", "Code"]) {
        const detail = listed.list("fieldDetails").find((one) => one["name"] === name)
        same(name, detail, { name, dataType: null, unit: null, enumerationValues: null })
      }
      const [row] = await rows(context, model, {})
      const none = { Site: null, Building: null, Floor: null, Space: null, SpatialLocationId: "" }
      same("row", [row!["SpatialLocation"], row!["Code"]], [none, {}])
    }
  ),
  nine(
    "9-rename-code",
    "A changed code is shown, found and counted by its new identification and name, with the same guid",
    async (context) => {
      const { model, of } = await house(context)
      const { path, library, guid } = of("EF_25_10")
      const before = await found(context, model, "EF_25_10")
      holds("some products have it", before > 0)
      status(await context.api.put(path, { identification: "W-1", name: "Outer walls" }), 200)
      const [wall] = await rows(context, model, { fields: ["Code", "Code.Identification", "Code.Name"] })
      const LibraryGuid = library.slice(library.lastIndexOf("/") + 1)
      same("Code", wall!["Code"], { [guid]: { Identification: "W-1", Name: "Outer walls", LibraryGuid } })
      same("sub-fields", [wall!["Code.Identification"], wall!["Code.Name"]], ["W-1", "Outer walls"])
      for (const value of ["W-1", "Outer walls", guid]) same(value, await found(context, model, value), before)
      same("by sub-field", await found(context, model, "Outer walls", "Code.Name"), before)
      same("counted", await counted(context, model, "W-1"), before)
      for (const value of ["EF_25_10", "Wall structures"]) same(value, await found(context, model, value), 0)
    }
  ),
  six(
    "6-code-without-products",
    "A code without products is no error in a filter: nothing matches",
    async (context) => {
      const { model, of } = await house(context)
      const { code } = await fresh(context, model.project)
      const made = await code({ identification: "Own", name: "By hand" })
      for (const value of [made.string("guid"), "Own", "By hand"]) {
        same(value, [await found(context, model, value), await counted(context, model, value)], [0, 0])
      }
      const { path, guid } = of("Ss_30")
      status(await context.api.delete(path), 204)
      for (const value of [guid, "Ss_30", "Floor systems"]) same(value, await found(context, model, value), 0)
    }
  ),
  seven(
    "7-delete-code-several",
    "A product with several codes keeps the others when one is deleted",
    async (context) => {
      const { model, of } = await house(context)
      same("before", (await shown(context, model))("Slab").map(textOf).toSorted(), ["OM-1", "Ss_30"])
      const without = await found(context, model, null)
      status(await context.api.delete(of("Ss_30").path), 204)
      const slab = (await rows(context, model, { fields: ["Code", "Code.Identification"] }))[houseKeys.indexOf("Slab")]!
      same("codes", Object.keys(slab["Code"] as object), [of("OM-1").guid])
      same("sub-field", slab["Code.Identification"], "OM-1")
      same("still has one", await found(context, model, null), without)
      status(await context.api.delete(of("OM-1").path), 204)
      same("none left", (await shown(context, model))("Slab"), [])
      same("equals null", await found(context, model, null), without + 1)
    }
  ),
  seven("7-delete-code-parent", "Products with codes below a deleted one keep them", async (context) => {
    const { model, of } = await house(context)
    const before = (await shown(context, model))("WallA")
    status(await context.api.delete(of("EF_25").path), 204)
    same("codes", (await shown(context, model))("WallA"), before)
    same("at the top", status(await context.api.get(of("EF_25_10").path), 200).at("parentId"), null)
    same("nothing finds it", await found(context, model, of("EF_25").guid), 0)
  }),
  seven(
    "7-delete-code-library",
    "Deleting a library removes all its codes from products, and no codes of other libraries",
    async (context) => {
      const { model, of } = await house(context)
      const { library } = of("Ss_30")
      status(await context.api.delete(library), 204)
      const codes = await shown(context, model)
      same(
        "left",
        Object.fromEntries(houseKeys.map((key) => [key, codes(key)]).filter(([, list]) => list!.length > 0)),
        { Slab: ["OM-1"] }
      )
      for (const identification of ["EF_25", "EF_25_10", "Ss_30"]) {
        same(identification, await found(context, model, identification), 0)
        same("its guid", await found(context, model, of(identification).guid), 0)
        problem(await context.api.get(of(identification).path), 404, "NotFound", "application/json")
      }
      same("null", await found(context, model, null), houseKeys.length - 1)
    }
  ),
  seven("7-started-calculation-code", "A calculation uses the codes at its start", async (context) => {
    const { model, of } = await house(context)
    const { path, library, guid } = of("EF_25_10")
    const expected = await counted(context, model, "EF_25_10")
    const start = async (value: string) => {
      const filters = [{ property: "Code", operator: "Equals", value }]
      const body = { calculators: ["Count"], filters }
      return status(await context.api.post(`${model.path}/products/quantities/query`, body), 202).string("id")
    }
    const started = [await start("EF_25_10"), await start(guid)]
    status(await context.api.put(path, { identification: "W-1" }), 200)
    started.push(await start("W-1"))
    status(await context.api.delete(path), 204)
    status(await context.api.delete(library), 204)
    for (const id of started) {
      same("end", (await follow(context.api, id)).at(-1)!.at("status"), "Ready")
      const result = status(await context.api.get(`${model.path}/products/quantities/${id}/result`), 200)
      const read = await fetched(context.anonymous, result.string("downloadUrl"))
      same("Count", status(read, 200).at("totals", "Count"), expected)
    }
    same("now", await counted(context, model, guid), 0)
  }),
  seven("7-delete-code", "Deleting a code removes it from its products", async (context) => {
    const model = await importModel(context.api, await context.newProject("Code deleted"), "shed.ifc")
    const first = async (field: string) => (await rows(context, model, { fields: [field] }))[0]![field]
    const [[guid, entry]] = Object.entries((await first("Code")) as Readonly<Record<string, JsonObject>>) as [
      [string, JsonObject]
    ]
    const path = `${model.project.path}/codifications/${textOf(entry["LibraryGuid"])}/codification/${guid}`
    status(await context.api.put(path, { name: "Walls outside" }), 200)
    same("renamed", await first("Code.Name"), "Walls outside")
    status(await context.api.delete(path), 204)
    same("Code", await first("Code"), {})
  })
]
