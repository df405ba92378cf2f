import { type JsonObject, textOf } from "../../../harness/Answer.ts"
import { each, holds, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { guid, importModel } from "../../../harness/Imports.ts"
import { cell, rows } from "../../../harness/Query.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"

const four = rules("contract 4")
const five = rules("contract 5")
const nine = rules("contract 9")
const nineOperating = rules("contract 9", operating)

const locations = async (context: Context) =>
  status(await context.api.get(`${(await context.house).project.path}/locations`), 200)

const libraries = async (context: Context) =>
  status(await context.api.get(`${(await context.house).project.path}/codifications`), 200).list(
    "codificationLibraries"
  )

export const importedLibraries = [
  nine(
    "9-locations",
    "The spatial structure becomes locations by GlobalId, in the order of the file",
    async (context) => {
      const { project } = await context.house
      const expected = [
        ["Site", "Meadow", "Site", null],
        ["Building", "House", "Building", "Site"],
        ["Ground", "Ground floor", "Floor", "Building"],
        ["Upper", "Upper floor", "Floor", "Building"],
        ["Kitchen", "Kitchen", "Space", "Ground"]
      ] as const
      const listed = (await locations(context)).list("locations")
      same(
        "locations",
        listed.map(({ locationGuid, name, type, parentGuid, projectId }) => [
          locationGuid,
          name,
          type,
          parentGuid ?? null,
          projectId
        ]),
        expected.map(([key, name, type, parent]) => [
          guid(key),
          name,
          type,
          parent === null ? null : guid(parent),
          project.id
        ])
      )
    }
  ),
  nine("9-locations-facilities", "Facilities become locations of their kind", async (context) => {
    const { project } = await context.model("bridge.ifc")
    const listed = status(await context.api.get(`${project.path}/locations`), 200).list("locations")
    same(
      "types",
      listed.map(({ type }) => type),
      ["Site", "Bridge", "BridgePart"]
    )
  }),
  nineOperating("9-locations-kept", "An existing location is kept when a model contains it again", async (context) => {
    const project = await context.newProject("Locations kept")
    await importModel(context.api, project, "bridge.ifc")
    status(await context.api.put(`${project.path}/locations/${guid("BridgeDeck")}`, { name: "Renamed deck" }), 200)
    await importModel(context.api, project, "bridge.ifc")
    const listed = status(await context.api.get(`${project.path}/locations`), 200).list("locations")
    same(
      "names",
      listed.map(({ name }) => name),
      ["Valley", "Footbridge", "Renamed deck"]
    )
  }),
  four(
    "4-locations-tree",
    "locationViews has the same data as a tree; every node has its members, in the tree children",
    async (context) => {
      const answer = await locations(context)
      same("members", Object.keys(answer.object()).sort(), ["locationViews", "locations"])
      const flatten = (node: JsonObject): ReadonlyArray<unknown> => {
        const { children, ...rest } = node
        return [rest, ...(children as ReadonlyArray<JsonObject>).flatMap(flatten)]
      }
      const byGuid = (nodes: ReadonlyArray<unknown>) =>
        Object.fromEntries(nodes.map((node) => [textOf((node as JsonObject)["locationGuid"]), node]))
      same("nodes", byGuid(answer.list("locationViews").flatMap(flatten)), byGuid(answer.list("locations")))
      const site = answer.list("locationViews")[0]!
      const members = ["children", "locationGuid", "name", "parentGuid", "projectId", "properties", "type"]
      same(
        "members of a node",
        Object.keys(site)
          .filter((name) => name !== "parentGuid")
          .sort(),
        members.filter((name) => name !== "parentGuid")
      )
    }
  ),
  four(
    "4-locations-properties",
    "properties has Guid and LongName, then the sets and quantities of the spatial element",
    async (context) => {
      const kitchen = (await locations(context))
        .list("locations")
        .find(({ locationGuid }) => locationGuid === guid("Kitchen"))!
      const rows = (kitchen["properties"] as ReadonlyArray<JsonObject>).map(({ set, name, value }) => [
        set,
        name,
        textOf(value).toLowerCase()
      ])
      same("properties", rows, [
        ["", "Guid", guid("Kitchen").toLowerCase()],
        ["", "LongName", "kitchen and dining"],
        ["Pset_SpaceCommon", "IsExternal", "false"],
        ["Qto_SpaceBaseQuantities", "NetFloorArea", "18.5"]
      ])
    }
  ),
  four("4-locations-elevation", "properties of a storey has its Elevation in metres", async (context) => {
    const found = (await locations(context)).list("locations")
    const elevations = ["Ground", "Upper"].map((name) =>
      (found.find(({ locationGuid }) => locationGuid === guid(name))!["properties"] as ReadonlyArray<JsonObject>)
        .filter((row) => row["set"] === "" && row["name"] === "Elevation")
        .map(({ value }) => value)
    )
    same("elevations", elevations, [["0"], ["3"]])
  }),
  nine(
    "9-codifications",
    "Each classification becomes a library of the model; references without one a library named after the model",
    async (context) => {
      const { modelGuid } = await context.house
      const found = (await libraries(context)).map(({ name, group, modelGuid }) => [name, group, modelGuid])
      same(
        "libraries",
        found.toSorted((a, b) => textOf(a[0]).localeCompare(textOf(b[0]))),
        [
          ["house.ifc", "Model", modelGuid],
          ["Uniclass", "Model", modelGuid]
        ]
      )
    }
  ),
  nine(
    "9-codification-codes",
    "Referenced sources become parents; equal identifications are one code",
    async (context) => {
      const { project } = await context.house
      const library = (await libraries(context)).find(({ name }) => name === "Uniclass")!
      same(
        "source and edition",
        [library["source"], library["edition"], library["editionDate"]],
        ["NBS", "1", "2015-01-01"]
      )
      const codes = status(await context.api.get(`${project.path}/codifications/${textOf(library["guid"])}`), 200).list(
        "codes"
      )
      same(
        "identifications",
        codes.map(({ identification }) => identification),
        ["EF_25", "EF_25_10", "Ss_30"]
      )
      same(
        "parents",
        codes.map(({ parentId }) => parentId ?? null),
        [null, codes[0]!["guid"], null]
      )
    }
  ),
  five("5-code-resolves", "A key of Code is found in its library", async (context) => {
    const { project } = await context.house
    const [[code, entry] = ["", {}]] = Object.entries(
      (await cell(context, "WallA", "Code")) as Record<string, Record<string, string>>
    )
    const path = `${project.path}/codifications/${entry["LibraryGuid"]}/codification/${code}`
    const answer = status(await context.api.get(path), 200)
    same(
      "code",
      [answer.at("identification"), answer.at("name"), answer.at("guid")],
      ["EF_25_10", "Wall structures", code]
    )
  }),
  nine("9-materials", "Materials become a library named after the model, in the order of the file", async (context) => {
    const { project } = await context.house
    const found = status(await context.api.get(`${project.path}/material-libraries`), 200).list("materialProperties")
    same(
      "libraries",
      found.map(({ name }) => name),
      ["house.ifc"]
    )
    const rows = found[0]!["properties"] as ReadonlyArray<ReadonlyArray<JsonObject>>
    const value = (material: ReadonlyArray<JsonObject>, name: string) =>
      material.find((row) => row["name"] === name)?.["value"] ?? null
    same(
      "names",
      rows.map((material) => value(material, "Name")),
      ["Brick", "Insulation", "Plaster", "Concrete", "Steel", "Wood", "Glass", "Paint"]
    )
    same("Brick", [value(rows[0]!, "Description"), value(rows[0]!, "Category")], ["Red clay brick", "Masonry"])
    holds(
      "rows are of the set Material",
      rows.flat().every(({ set }) => set === "Material")
    )
    const layerSet = (await cell(context, "WallA", "MaterialLayerSet")) as Record<string, unknown>
    same("MaterialId", value(rows[0]!, "Guid"), layerSet["MaterialId"])
  }),
  five(
    "5-property-resolves",
    "Every PropertyId in rows resolves; an imported property has id null",
    async (context) => {
      const { project } = await context.house
      const base = `${project.path}/customProperties`
      const value = (await cell(context, "WallA", "Depth")) as Record<string, unknown>
      const answer = status(await context.api.get(`${base}/property-definitions/${String(value["PropertyId"])}`), 200)
      same(
        "definition",
        [answer.at("id"), answer.at("guid"), answer.at("name"), answer.at("dataType")],
        [null, value["PropertyId"]!, "Depth", "double"]
      )
      same("not among the custom sets", status(await context.api.get(base), 200).at("sets"), [])
    }
  ),
  five("5-every-property-resolves", "Every PropertyId in a query resolves to its name", async (context) => {
    const model = await context.house
    const listed = status(await context.api.get(`${model.path}/products/properties/available-data`), 200).list("fields")
    const ids = new Map<string, string>()
    for (const row of await rows(context, model, { fields: listed })) {
      for (const [field, value] of Object.entries(row)) {
        const id = (value as JsonObject | null)?.["PropertyId"]
        if (typeof id === "string") ids.set(id, field)
      }
    }
    holds("there are some", ids.size > 30, ids.size)
    await each(
      ids,
      ([, field]) => field,
      async ([id, field]) => {
        const path = `${model.project.path}/customProperties/property-definitions/${id}`
        const name = status(await context.api.get(path), 200).string("name")
        holds("its name", field === name || field.endsWith(`.${name}`), name)
      }
    )
  })
]
