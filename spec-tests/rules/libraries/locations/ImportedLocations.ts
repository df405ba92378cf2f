import { type JsonObject, textOf } from "../../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../../harness/Check.ts"
import { fixture, guid, importBytes, importModel } from "../../../harness/Imports.ts"
import { aggregates, contains, madeIfc, place, proxy } from "../../../harness/MadeIfc.ts"
import { rows } from "../../../harness/Query.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"
import { create, fresh, list } from "./Locations.ts"
import { agrees } from "./LocationTrees.ts"

const nine = rules("contract 9", operating)

const globalId = /^[0-3][0-9A-Za-z_$]{21}$/
const site = "$,.ELEMENT.,$,$,$,$,$"

/**
 * Facilities and their parts: class, attributes after Representation, type, and the level that they count as, if that
 * is specified.
 */
const kinds = [
  ["IfcBridge", "$,.COMPLEX.,.GIRDER.", "Bridge", "Building"],
  ["IfcMarineFacility", "$,.COMPLEX.,$", "MarineFacility", "Building"],
  ["IfcRailway", "$,.COMPLEX.,$", "Railway", "Building"],
  ["IfcRoad", "$,.COMPLEX.,$", "Road", "Building"],
  ["IfcFacility", "$,.COMPLEX.", "Facility", "Building"],
  ["IfcBridgePart", "$,.PARTIAL.,.LONGITUDINAL.,.DECK.", "BridgePart", "Floor"],
  ["IfcFacilityPartCommon", "$,.PARTIAL.,.LONGITUDINAL.,$", "FacilityPartCommon", "Floor"],
  ["IfcMarinePart", "$,.PARTIAL.,.LONGITUDINAL.,$", "MarinePart", "Floor"],
  ["IfcRailwayPart", "$,.PARTIAL.,.LONGITUDINAL.,$", "RailwayPart", "Floor"],
  ["IfcRoadPart", "$,.PARTIAL.,.LONGITUDINAL.,$", "RoadPart", "Floor"],
  ["IfcExternalSpatialElement", "$,.EXTERNAL.", "ExternalSpatialElement", null]
] as const

const names = (nodes: ReadonlyArray<JsonObject>) => nodes.map(({ name }) => name)

export const importedLocations = [
  nine(
    "9-locations-kinds",
    "Facilities, parts and external elements have the type and level of their kind",
    async (context) => {
      const project = await fresh(context)
      const lines = kinds.flatMap(([className, rest], i) => [
        place(20 + i, className, `P${i}x`, rest),
        proxy(50 + i, `In${i}x`),
        contains(80 + i, 20 + i, [50 + i])
      ])
      const parts = kinds.map((_, i) => 20 + i)
      const file = madeIfc("IFC4X3_ADD2", [
        place(10, "IfcSite", "Area", site),
        ...lines,
        aggregates(11, 1, [10]),
        aggregates(12, 10, parts)
      ])
      const model = await importBytes(context.api, project, file)
      const [area, ...placed] = (await list(context, project)).list("locations")
      same("types", [area!["type"], ...placed.map(({ type }) => type)], ["Site", ...kinds.map(([, , type]) => type)])
      same("all on the site", [...new Set(placed.map(({ parentGuid }) => parentGuid))], [guid("Area")])
      const found = await rows(context, model, { fields: ["SpatialLocation"] })
      await each(
        kinds.entries(),
        ([, [className]]) => className,
        ([i, [, , , level]]) => {
          const shown = found[i]!["SpatialLocation"] as JsonObject
          same("nearest", shown["SpatialLocationId"], guid(`P${i}x`))
          if (level === null) return
          const none = { Site: "Area", Building: null, Floor: null, Space: null, SpatialLocationId: guid(`P${i}x`) }
          same("levels", shown, { ...none, [level]: `P${i}x` })
        }
      )
    }
  ),
  rules("contract 2.14", operating)(
    "9-locations-file-order",
    "Imported locations stand in the order of the file, parents after children too",
    async (context) => {
      const project = await fresh(context)
      const file = madeIfc("IFC4", [
        place(10, "IfcBuildingStorey", "Storey"),
        place(11, "IfcBuildingStorey", "Attic"),
        place(12, "IfcBuilding", "House", "$,.ELEMENT.,$,$,$"),
        place(13, "IfcSite", "Plot", site),
        aggregates(20, 1, [13]),
        aggregates(21, 13, [12]),
        aggregates(22, 12, [11, 10])
      ])
      await importBytes(context.api, project, file)
      const answer = await list(context, project)
      agrees(answer)
      same("siblings", names(answer.list("locationViews", 0, "children", 0, "children")), ["Storey", "Attic"])
      same("list", names(answer.list("locations")), ["Storey", "Attic", "House", "Plot"])
    }
  ),
  rules("contract 2.2", operating)(
    "2.2-location-guids-exact",
    "GlobalIds match with case; one with $ arrives percent-encoded or not",
    async (context) => {
      const project = await fresh(context)
      const guids = ["2aPlace$_0000000000000", "2APlace$_0000000000000"]
      const lines = guids.map((one, i) => `#${10 + i}=IFCSITE('${one}',$,'${one[1]}',$,$,$,$,${site});`)
      await importBytes(context.api, project, madeIfc("IFC4", [...lines, aggregates(20, 1, [10, 11])]))
      same("locations", names((await list(context, project)).list("locations")), ["a", "A"])
      const path = `${project.path}/locations`
      status(await context.api.put(`${path}/${guids[0]}`, { name: "b" }), 200)
      status(await context.api.put(`${path}/${guids[1]!.replace("$", "%24").replace("_", "%5F")}`, { name: "B" }), 200)
      same("changed", names((await list(context, project)).list("locations")), ["b", "B"])
      const below = await create(context, project, { parentGuid: guids[1] })
      status(await context.api.delete(`${path}/${encodeURIComponent(guids[0]!)}`), 204)
      same(
        "left",
        [...agrees(await list(context, project))],
        [
          [guids[1]!, null],
          [below.string("locationGuid"), guids[1]!]
        ]
      )
    }
  ),
  nine(
    "9-locations-nameless",
    "A spatial element without a name becomes a location with an empty name",
    async (context) => {
      const project = await fresh(context)
      const lines = ["$", "''", "' '"].map(
        (name, i) => `#${10 + i}=IFCSITE('${guid(`Site${i}x`)}',$,${name},$,$,$,$,'Long',.ELEMENT.,$,$,$,$,$);`
      )
      await importBytes(context.api, project, madeIfc("IFC4", [...lines, aggregates(20, 1, [10, 11, 12])]))
      const found = (await list(context, project)).list("locations")
      same(
        "names",
        found.map(({ name }) => textOf(name).trim()),
        ["", "", ""]
      )
      same("LongName", found[0]!["properties"], [
        { set: "", name: "Guid", value: guid("Site0x") },
        { set: "", name: "LongName", value: "Long" }
      ])
    }
  ),
  nine(
    "9-locations-duplicates",
    "Of spatial elements with one GlobalId the first keeps it, and all become locations",
    async (context) => {
      const project = await fresh(context)
      const storeys = ["First", "Second"].map(
        (name, i) => `#${11 + i}=IFCBUILDINGSTOREY('${guid("Same")}',$,'${name}',$,$,$,$,$,.ELEMENT.,$);`
      )
      const file = madeIfc("IFC4", [
        place(10, "IfcBuilding", "House", "$,.ELEMENT.,$,$,$"),
        ...storeys,
        ...[30, 31].map((id) => proxy(id, `Thing${id}`)),
        aggregates(20, 1, [10]),
        aggregates(21, 10, [11, 12]),
        contains(22, 11, [30]),
        contains(23, 12, [31])
      ])
      const model = await importBytes(context.api, project, file)
      const [, first, second] = (await list(context, project)).list("locations")
      same("first", [first!["name"], first!["locationGuid"]], ["First", guid("Same")])
      same("second", second!["name"], "Second")
      holds("another guid", matches("locationGuid", second!["locationGuid"], globalId) !== guid("Same"))
      const found = await rows(context, model, { fields: ["SpatialLocation"] })
      const ids = found.map((row) => (row["SpatialLocation"] as JsonObject)["SpatialLocationId"])
      same("products", ids, [guid("Same"), second!["locationGuid"]!])
    }
  ),
  nine(
    "9-locations-properties-stay",
    "Changing an imported location keeps its properties, and children can be added",
    async (context) => {
      const project = await fresh(context)
      await importModel(context.api, project, "house.ifc")
      const path = `${project.path}/locations/${guid("Kitchen")}`
      const before = status(await context.api.put(path, {}), 200)
      holds("there are some", before.list("properties").length > 2)
      const own = (await create(context, project, { name: "Annex", type: "Floor" })).string("locationGuid")
      const changed = status(
        await context.api.put(path, { name: "Galley", type: "ExternalSpatialElement", parentGuid: own }),
        200
      )
      same("properties", changed.at("properties"), before.at("properties"))
      const below = await create(context, project, { name: "Cupboard", parentGuid: guid("Kitchen") })
      same("of one made by hand", below.list("properties").length, 1)
      const listed = (await list(context, project)).list("locations")
      const kitchen = listed.find(({ locationGuid }) => locationGuid === guid("Kitchen"))
      same(
        "listed",
        [kitchen?.["name"], kitchen?.["parentGuid"], kitchen?.["properties"]],
        ["Galley", own, before.at("properties")]
      )
      status(await context.api.delete(`${project.path}/locations/${own}`), 204)
      same("deleted with what it was moved below", names((await list(context, project)).list("locations")), [
        "Meadow",
        "House",
        "Ground floor",
        "Upper floor"
      ])
    }
  ),
  nine(
    "9-locations-levels",
    "A file with more than 64 levels loses no location and creates no 65th level",
    async (context) => {
      const project = await fresh(context)
      const spaces = Array.from({ length: 70 }, (_, i) => place(100 + i, "IfcSpace", `Space${i}x`, "$,.ELEMENT.,$,$"))
      const nested = Array.from({ length: 70 }, (_, i) => aggregates(300 + i, i === 0 ? 1 : 99 + i, [100 + i]))
      await importBytes(context.api, project, madeIfc("IFC4", [...spaces, ...nested]))
      const parents = agrees(await list(context, project))
      same("locations", parents.size, 70)
      const depth = (at: string | null): number => (at === null ? 0 : 1 + depth(parents.get(at) ?? null))
      same("levels", Math.max(...[...parents.keys()].map(depth)), 64)
    }
  ),
  nine(
    "9-locations-parallel-imports",
    "Concurrent imports of the same GlobalIds create each location once",
    async (context) => {
      const project = await fresh(context)
      const models = await Promise.all([1, 2, 3, 4].map(() => importModel(context.api, project, "shed.ifc")))
      const answer = await list(context, project)
      agrees(answer)
      same("locations", names(answer.list("locations")), ["Yard", "Shed", "Ground"])
      for (const model of models) {
        const [wall] = await rows(context, model, { fields: ["SpatialLocation.Floor"] })
        same("placed", wall!["SpatialLocation.Floor"], "Ground")
      }
    }
  ),
  nine("9-failed-brings-nothing", "A failed import creates no location and no library", async (context) => {
    const project = await fresh(context)
    const text = new TextDecoder().decode(await fixture("shed.ifc")).replace("('IFC2X3')", "('NO_SCHEMA')")
    const failed = await importBytes(context.api, project, new TextEncoder().encode(text)).then(
      () => false,
      () => true
    )
    holds("it failed", failed)
    same("locations", (await list(context, project)).body, { locations: [], locationViews: [] })
    const libraries = status(await context.api.get(`${project.path}/codifications`), 200)
    same("codifications", libraries.at("codificationLibraries"), [])
  })
]
