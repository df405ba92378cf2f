import { type JsonObject, textOf } from "../../../harness/Answer.ts"
import { holds, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { fetched, follow, guid, type Imported, importModel } from "../../../harness/Imports.ts"
import { calculate, type HouseKey, houseKeys, rows } from "../../../harness/Query.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"
import { create, fresh, list } from "./Locations.ts"

const five = rules("contract 5", operating)
const six = rules("contract 6", operating)
const seven = rules("contract 7", operating)
const nine = rules("contract 9", operating)

const unplaced = { Site: null, Building: null, Floor: null, Space: null, SpatialLocationId: "" }

/** A house of its own; requests to its locations. */
const house = async (context: Context) => {
  const model = await importModel(context.api, await fresh(context), "house.ifc")
  const path = (key: string) => `${model.project.path}/locations/${guid(key)}`
  return {
    model,
    put: async (key: string, body: object) => status(await context.api.put(path(key), body), 200),
    remove: async (key: string) => status(await context.api.delete(path(key)), 204)
  }
}

/** Returns the location of each product of a house. */
const places = async (context: Context, model: Imported) => {
  const result = await rows(context, model, { fields: ["SpatialLocation"] })
  return (key: HouseKey) => result[houseKeys.indexOf(key)]!["SpatialLocation"] as JsonObject
}

/** Products of the model whose SpatialLocation, or a level of it, equals the value. */
const found = async (context: Context, model: Imported, value: string | null, level = "SpatialLocation") => {
  const filters = [{ property: level, operator: "Equals", value }]
  return (await rows(context, model, { fields: ["Guid"], filters })).length
}

/** The number of products that a quantity calculation counts. */
const counted = async (context: Context, model: Imported, value: string) => {
  const filters = [{ property: "SpatialLocation", operator: "Equals", value }]
  return (await calculate(context, model, { calculators: ["Count"], filters })).number("totals", "Count")
}

export const placedProducts = [
  five("5-location-resolves", "Every SpatialLocationId in a query is listed with the same name", async (context) => {
    const model = await context.house
    const listed = (await list(context, model.project)).list("locations")
    const byGuid = new Map(listed.map((node) => [node["locationGuid"], node]))
    for (const row of await rows(context, model, { fields: ["SpatialLocation"] })) {
      const shown = row["SpatialLocation"] as JsonObject
      if (shown["SpatialLocationId"] === "") same("unplaced", shown, unplaced)
      else {
        const { name, type } = byGuid.get(shown["SpatialLocationId"])!
        same("name on its level", shown[textOf(type)], name)
      }
    }
  }),
  five("5-location-retyped", "A location whose type changed is shown at the level of its new type", async (context) => {
    const { model, put } = await house(context)
    await put("Ground", { type: "Building" })
    const at = await places(context, model)
    const own = {
      Site: "Meadow",
      Building: "Ground floor",
      Floor: null,
      Space: null,
      SpatialLocationId: guid("Ground")
    }
    same("in it", at("WallA"), own)
    same("below it", at("Chair"), { ...own, Space: "Kitchen", SpatialLocationId: guid("Kitchen") })
    same("beside it", at("Column")["Building"], "House")
    await put("Kitchen", { type: "BridgePart" })
    same("a part counts as Floor", (await places(context, model))("Chair")["Floor"], "Kitchen")
    same("by level", await found(context, model, "Kitchen", "SpatialLocation.Floor"), 1)
  }),
  five(
    "5-location-moved",
    "A moved location is shown with its new ancestors, also user-created ones",
    async (context) => {
      const { model, put } = await house(context)
      const annex = (await create(context, model.project, { name: "Annex", type: "Building" })).string("locationGuid")
      await put("Upper", { parentGuid: annex })
      const at = await places(context, model)
      const level = { Floor: "Upper floor", Space: null, SpatialLocationId: guid("Upper") }
      same("moved", at("Column"), { Site: null, Building: "Annex", ...level })
      same("the others", at("WallA")["Building"], "House")
      for (const value of ["Annex", annex]) same("found by what is above", await found(context, model, value), 2)
      const before = await found(context, model, "House")
      await put("Kitchen", { parentGuid: guid("Upper") })
      same("a space on another floor", (await places(context, model))("Chair"), {
        Site: null,
        Building: "Annex",
        Floor: "Upper floor",
        Space: "Kitchen",
        SpatialLocationId: guid("Kitchen")
      })
      same("left the house", await found(context, model, "House"), before - 1)
      await put("Upper", { parentGuid: null })
      same("at the top", (await places(context, model))("Column"), { Site: null, Building: null, ...level })
      await put("Upper", { parentGuid: guid("Building") })
      same("back", (await places(context, model))("Column"), { Site: "Meadow", Building: "House", ...level })
    }
  ),
  five(
    "5-location-every-model",
    "A change is visible in every model with the location, and in no other project",
    async (context) => {
      const { model, put } = await house(context)
      const second = await importModel(context.api, model.project, "house.ifc")
      const elsewhere = await house(context)
      await put("Upper", { name: "Attic" })
      for (const [of, name] of [
        [model, "Attic"],
        [second, "Attic"],
        [elsewhere.model, "Upper floor"]
      ] as const) {
        same("Floor", (await places(context, of))("Beam")["Floor"], name)
      }
    }
  ),
  six("6-location-changed", "Filters, their levels and calculations use the current names", async (context) => {
    const { model, put } = await house(context)
    await put("Upper", { name: "Attic" })
    same("new name", [await found(context, model, "Attic"), await counted(context, model, "Attic")], [2, 2])
    same("old name", [await found(context, model, "Upper floor"), await counted(context, model, "Upper floor")], [0, 0])
    same("level", await found(context, model, "Attic", "SpatialLocation.Floor"), 2)
    same("another level", await found(context, model, "Attic", "SpatialLocation.Building"), 0)
    same("guid", await found(context, model, guid("Upper")), 2)
    await put("Upper", { name: "Ground floor" })
    same("one name twice", await found(context, model, "Ground floor"), houseKeys.length - 1)
    const empty = (await create(context, model.project, { name: "Empty" })).string("locationGuid")
    for (const value of [empty, "Empty"]) same("without products", await found(context, model, value), 0)
  }),
  seven(
    "7-delete-location-above",
    "Deleting a location removes it and its descendants from all products, rows and filters",
    async (context) => {
      const { model, remove } = await house(context)
      await remove("Ground")
      const at = await places(context, model)
      for (const key of ["WallA", "Chair", "Panel", "Nameless"] as const) same(key, at(key), unplaced)
      same("stays placed", at("Column")["Floor"], "Upper floor")
      for (const value of [guid("Ground"), guid("Kitchen"), "Ground floor", "Kitchen"])
        same(value, await found(context, model, value), 0)
      same("null", await found(context, model, null), houseKeys.length - 2)
      same("House", [await found(context, model, "House"), await counted(context, model, "House")], [2, 2])
      await remove("Site")
      same("all unplaced", await found(context, model, null), houseKeys.length)
      same("locations", (await list(context, model.project)).at("locations"), [])
    }
  ),
  seven("7-started-calculation-location", "A calculation uses the locations at its start", async (context) => {
    const { model, put, remove } = await house(context)
    const start = async (value: string) => {
      const filters = [{ property: "SpatialLocation", operator: "Equals", value }]
      const body = { calculators: ["Count"], filters }
      return status(await context.api.post(`${model.path}/products/quantities/query`, body), 202).string("id")
    }
    const started = [await start("Upper floor"), await start(guid("Upper"))]
    await put("Upper", { name: "Attic" })
    started.push(await start("Attic"))
    await remove("Upper")
    for (const id of started) {
      same("end", (await follow(context.api, id)).at(-1)!.at("status"), "Ready")
      const result = status(await context.api.get(`${model.path}/products/quantities/${id}/result`), 200)
      const read = await fetched(context.anonymous, result.string("downloadUrl"))
      same("Count", status(read, 200).at("totals", "Count"), 2)
    }
    same("now", await counted(context, model, guid("Upper")), 0)
  }),
  nine(
    "9-locations-kept-whole",
    "An existing location keeps its name, type, parent and children, and rows of the new model show them",
    async (context) => {
      const { model, put } = await house(context)
      const annex = (await create(context, model.project, { name: "Annex", type: "Building" })).string("locationGuid")
      await put("Upper", { name: "Attic", type: "Floor", parentGuid: annex })
      const own = (await create(context, model.project, { name: "Closet", parentGuid: guid("Upper") })).string(
        "locationGuid"
      )
      const before = (await list(context, model.project)).body
      const second = await importModel(context.api, model.project, "house.ifc")
      same("locations", (await list(context, model.project)).body, before)
      const shown = (await places(context, second))("Column")
      same("rows", [shown["Site"], shown["Building"], shown["Floor"]], [null, "Annex", "Attic"])
      same("found", [await found(context, second, annex), await found(context, second, "Upper floor")], [2, 0])
      same("its own", await found(context, second, own), 0)
    }
  ),
  nine(
    "9-location-back",
    "A deleted location is restored by the next import with its ancestors, only for products of that model",
    async (context) => {
      const { model, remove } = await house(context)
      const before = (await list(context, model.project)).list("locations")
      await remove("Building")
      const second = await importModel(context.api, model.project, "house.ifc")
      const after = (await list(context, model.project)).list("locations")
      const byGuid = (nodes: ReadonlyArray<JsonObject>) => new Map(nodes.map((node) => [node["locationGuid"], node]))
      same("locations", Object.fromEntries(byGuid(after)), Object.fromEntries(byGuid(before)))
      same("of the new model", (await places(context, second))("Chair")["Space"], "Kitchen")
      same("of the old one", (await places(context, model))("Chair"), unplaced)
      same(
        "found",
        [await found(context, second, "House"), await found(context, model, "House")],
        [houseKeys.length - 1, 0]
      )
      await remove("Upper")
      same("deleted again", (await places(context, second))("Column"), unplaced)
      holds("the rest stays", (await found(context, second, "Ground floor")) > 0)
    }
  ),
  seven(
    "7-delete-location",
    "Products of a deleted location have none; the next import of its GlobalId restores it",
    async (context) => {
      const model = await importModel(context.api, await fresh(context), "shed.ifc")
      status(await context.api.delete(`${model.project.path}/locations/${guid("ShedGround")}`), 204)
      same("unplaced", (await rows(context, model, { fields: ["SpatialLocation"] }))[0]!["SpatialLocation"], unplaced)
      await importModel(context.api, model.project, "shed.ifc")
      const listed = (await list(context, model.project)).list("locations")
      same("it is back", listed.filter(({ locationGuid }) => locationGuid === guid("ShedGround")).length, 1)
    }
  ),
  nine("9-rename-location", "A renamed location is shown with its new name", async (context) => {
    const model = await importModel(context.api, await fresh(context), "shed.ifc")
    status(await context.api.put(`${model.project.path}/locations/${guid("ShedGround")}`, { name: "Level 0" }), 200)
    const [wall] = await rows(context, model, { fields: ["SpatialLocation.Floor"] })
    same("Floor", wall!["SpatialLocation.Floor"], "Level 0")
  })
]
