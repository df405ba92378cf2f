import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import type { Project } from "../../harness/Project.ts"
import { fixture, guid, type Imported, importModel, startImport, follow } from "../../harness/Imports.ts"
import { rows } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { base, createSet, sets } from "./CustomProperties.ts"

const four = rules("contract 4")
const five = rules("contract 5")
const seven = rules("contract 7")
const nine = rules("contract 9")

/** A shed of its own for a rule that changes what it brought in. */
const shed = async (context: Context, title: string): Promise<Imported> =>
  importModel(context.api, await context.newProject(title), "shed.ifc")

const source = async (context: Context, model: Imported) =>
  status(await context.api.get(model.path), 200).object("latestPublicSource")

const property = async (context: Context, model: Imported, field: string) =>
  (await rows(context, model, { fields: [field] }))[0]![field] as Record<string, unknown>

const codeOf = async (context: Context, model: Imported) => {
  const [wall] = await rows(context, model, { fields: ["Code"] })
  const [[code, entry] = ["", { LibraryGuid: "" }]] = Object.entries(
    wall!["Code"] as Record<string, { LibraryGuid: string }>
  )
  return `${model.project.path}/codifications/${entry.LibraryGuid}/codification/${code}`
}

const materialOf = async (context: Context, model: Imported) => {
  const [wall] = await rows(context, model, { fields: ["MaterialLayerSet"] })
  const { MaterialId } = wall!["MaterialLayerSet"] as { MaterialId: string }
  const path = `${model.project.path}/material-libraries`
  const [library] = status(await context.api.get(path), 200).list("materialProperties")
  return `${path}/${library!["guid"] as string}/materials/${MaterialId}`
}

/** The change makes one new shared data version and one new project version; the model's stays. */
const moves = async (context: Context, model: Imported, change: () => Promise<unknown>, expected: boolean) => {
  const before = await source(context, model)
  await change()
  const after = await source(context, model)
  same("modelVersionId stays", after["modelVersionId"], before["modelVersionId"])
  for (const id of ["sharedDataVersionId", "projectVersionId"]) {
    holds(`${id} ${expected ? "is new" : "stays"}`, (after[id] !== before[id]) === expected, [before, after])
  }
}

const changes = async (
  context: Context,
  project: Project
): Promise<ReadonlyArray<readonly [string, () => Promise<unknown>, boolean]>> => {
  const { api } = context
  const set = (
    await createSet(context, project, { name: "S", propertyDefinitions: [{ name: "d", dataType: "String" }] })
  ).number("id")
  const library = status(await api.post(`${project.path}/material-libraries`, { name: "L" }), 201).string("guid")
  const materials = `${project.path}/material-libraries/${library}/materials`
  const material = status(await api.post(materials, { name: "M" }), 201).string("guid")
  const location = status(await api.post(`${project.path}/locations`, { name: "P" }), 201).string("locationGuid")
  const codification = status(await api.post(`${project.path}/codifications`, { name: "C" }), 201).string("guid")
  const codes = `${project.path}/codifications/${codification}/codification`
  const code = status(await api.post(codes, { name: "c", identification: "1" }), 201).string("guid")
  const ok = async (answer: Promise<Parameters<typeof status>[0]>) => status(await answer, 200, 201, 204)
  return [
    ["create a set", () => ok(api.post(sets(project), { name: "T" })), true],
    ["change a set", () => ok(api.put(`${sets(project)}/${set}`, { name: "U" })), true],
    ["change nothing of a set", () => ok(api.put(`${sets(project)}/${set}`, { name: "U" })), false],
    ["add a definition", () => ok(api.post(`${sets(project)}/${set}/property`, { name: "e", dataType: "Real" })), true],
    ["delete a set", () => ok(api.delete(`${sets(project)}/${set}`)), true],
    ["add a material", () => ok(api.post(materials, { name: "N" })), true],
    ["change nothing of a material", () => ok(api.put(`${materials}/${material}`, { name: "M" })), false],
    ["change a material", () => ok(api.put(`${materials}/${material}`, { color: "#fff" })), true],
    ["delete a material", () => ok(api.delete(`${materials}/${material}`)), true],
    ["add a location", () => ok(api.post(`${project.path}/locations`, {})), true],
    ["change nothing of a location", () => ok(api.put(`${project.path}/locations/${location}`, {})), false],
    ["change a location", () => ok(api.put(`${project.path}/locations/${location}`, { name: "Q" })), true],
    ["delete a location", () => ok(api.delete(`${project.path}/locations/${location}`)), true],
    ["add a code", () => ok(api.post(codes, { name: "d", identification: "2" })), true],
    ["change nothing of a code", () => ok(api.put(`${codes}/${code}`, { name: null })), false],
    ["change a code", () => ok(api.put(`${codes}/${code}`, { name: "cc" })), true],
    ["delete a codification library", () => ok(api.delete(`${project.path}/codifications/${codification}`)), true],
    ["a refused change", async () => status(await api.post(sets(project), {}), 400), false]
  ]
}

export const sharedData = [
  four(
    "4-shared-versions",
    "Every change of the four areas makes a new shared data version; one that changes nothing makes none",
    async (context) => {
      const model = await importModel(context.api, await context.newProject("Shared versions"), "bridge.ifc")
      const cases = await changes(context, model.project)
      await each(
        cases,
        ([name]) => name,
        ([, change, expected]) => moves(context, model, change, expected)
      )
    }
  ),
  four(
    "4-shared-import",
    "An import makes a new shared data version and a new project version when it is Ready",
    async (context) => {
      const first = await importModel(context.api, await context.newProject("Shared import"), "bridge.ifc")
      const before = await source(context, first)
      await importModel(context.api, first.project, "shed.ifc")
      const after = await source(context, first)
      holds("sharedDataVersionId", after["sharedDataVersionId"] !== before["sharedDataVersionId"], [before, after])
      holds("projectVersionId", after["projectVersionId"] !== before["projectVersionId"], [before, after])
    }
  ),
  five(
    "5-custom-in-available-data",
    "Custom definitions that no product has yet are listed, with their detail",
    async (context) => {
      const model = await shed(context, "Custom in M3")
      await createSet(context, model.project, {
        name: "Custom",
        propertyDefinitions: [
          { name: "Grade", dataType: "Enumeration", enumerationValues: ["one", "two"] },
          { name: "Mass", dataType: "Real", measureType: "Mass", unit: "kg" },
          { name: "Mark", dataType: "String" }
        ]
      })
      const answer = status(await context.api.get(`${model.path}/products/properties/available-data`), 200)
      const detail = (name: string) => answer.list("fieldDetails").find((entry) => entry["name"] === name)
      same("Grade", detail("Grade"), { name: "Grade", dataType: "Enum", unit: null, enumerationValues: ["one", "two"] })
      same("Mass", detail("Mass")?.["dataType"], "Real")
      const field = await property(context, model, "Grade")
      same("no value yet", field, { PropertySet: null, Value: null, PropertyId: null })
      const none = await rows(context, model, {
        fields: ["Name"],
        filters: [{ property: "Custom.Grade", operator: "Equals", value: null }]
      })
      same("it may be filtered by", none.length, 4)
    }
  ),
  five(
    "5-custom-same-as-imported",
    "A custom set and property of imported names is the same property: one guid, and values stay",
    async (context) => {
      const model = await shed(context, "Custom is imported")
      const before = await property(context, model, "Mark")
      const created = await createSet(context, model.project, {
        name: "Marks",
        propertyDefinitions: [{ name: "Mark", dataType: "String" }]
      })
      same("guid", created.at("propertyDefinitions", 0, "guid"), before["PropertyId"])
      same("value", await property(context, model, "Mark"), before)
      const path = `${base(model.project)}/property-definitions/${String(before["PropertyId"])}`
      same(
        "resolves",
        status(await context.api.get(path), 200).at("id"),
        created.number("propertyDefinitions", 0, "id")
      )
      status(await context.api.delete(`${sets(model.project)}/${created.number("id")}`), 204)
      same("what the file says shows again", await property(context, model, "Mark"), before)
      same("resolves without id", status(await context.api.get(path), 200).at("id"), null)
    }
  ),
  seven(
    "7-delete-material",
    "Deleting a material takes it from its layers, which keep their thickness with null name and id",
    async (context) => {
      const model = await shed(context, "Material deleted")
      status(await context.api.delete(await materialOf(context, model)), 204)
      const [wall] = await rows(context, model, { fields: ["MaterialLayers", "MaterialLayerSet"] })
      same("layers", wall!["MaterialLayers"], [{ MaterialId: null, Name: null, Thickness: 0.5 }])
      same("MaterialId", (wall!["MaterialLayerSet"] as Record<string, unknown>)["MaterialId"], null)
    }
  ),
  nine(
    "9-rename-material",
    "What an import brought can be changed: a renamed material shows under its new name",
    async (context) => {
      const model = await shed(context, "Material renamed")
      status(await context.api.put(await materialOf(context, model), { name: "Larch" }), 200)
      const [wall] = await rows(context, model, { fields: ["MaterialLayerSet"] })
      same("Layers", (wall!["MaterialLayerSet"] as Record<string, unknown>)["Layers"], "Larch 0.5")
      const found = await rows(context, model, {
        fields: ["Name"],
        filters: [{ property: "MaterialLayerSet", operator: "Equals", value: "Larch" }]
      })
      same("found by it", found, [{ Name: "Wall" }])
    }
  ),
  seven("7-delete-code", "Deleting a code takes it from its products", async (context) => {
    const model = await shed(context, "Code deleted")
    const path = await codeOf(context, model)
    status(await context.api.put(path, { name: "Walls outside" }), 200)
    const renamed = (await rows(context, model, { fields: ["Code.Name"] }))[0]!["Code.Name"]
    same("renamed", renamed, "Walls outside")
    status(await context.api.delete(path), 204)
    same("Code", (await rows(context, model, { fields: ["Code"] }))[0]!["Code"], {})
  }),
  seven(
    "7-delete-location",
    "The products of a deleted location are unplaced; it comes back with the next import of its GlobalId",
    async (context) => {
      const model = await shed(context, "Location deleted")
      status(await context.api.delete(`${model.project.path}/locations/${guid("ShedGround")}`), 204)
      const [wall] = await rows(context, model, { fields: ["SpatialLocation"] })
      same("SpatialLocation", wall!["SpatialLocation"], {
        Site: null,
        Building: null,
        Floor: null,
        Space: null,
        SpatialLocationId: ""
      })
      await importModel(context.api, model.project, "shed.ifc")
      const listed = status(await context.api.get(`${model.project.path}/locations`), 200).list("locations")
      holds(
        "it is back",
        listed.some(({ locationGuid }) => locationGuid === guid("ShedGround"))
      )
    }
  ),
  nine("9-rename-location", "A renamed location shows under its new name", async (context) => {
    const model = await shed(context, "Location renamed")
    status(await context.api.put(`${model.project.path}/locations/${guid("ShedGround")}`, { name: "Level 0" }), 200)
    const [wall] = await rows(context, model, { fields: ["SpatialLocation.Floor"] })
    same("Floor", wall!["SpatialLocation.Floor"], "Level 0")
  }),
  four("4-projects-apart", "What one project's import brings shows in no other project", async (context) => {
    const empty = await context.newProject("Apart")
    await context.house
    for (const [area, member] of [
      ["locations", "locations"],
      ["codifications", "codificationLibraries"],
      ["material-libraries", "materialProperties"]
    ] as const) {
      same(area, status(await context.api.get(`${empty.path}/${area}`), 200).at(member), [])
    }
  }),
  four(
    "4-delete-while-importing",
    "Deleting a project ends its imports and takes everything along",
    async (context) => {
      const project = await context.newProject("Deleted while importing")
      const started = await startImport(context.api, project, await fixture("house.ifc"))
      status(await context.api.delete(project.path), 204)
      const answer = await context.api.get(`/v1/operations/${started.string("id")}`)
      if (answer.status !== 404)
        same("end", (await follow(context.api, started.string("id"))).at(-1)!.at("status"), "Failed")
    }
  )
]
