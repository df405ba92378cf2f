import { holds, same, status } from "../../../harness/Check.ts"
import { fill } from "../../../harness/Endpoints.ts"
import { problem } from "../../../harness/ErrorForms.ts"
import { fetched, fixture, follow, type Imported, importModel, startImport } from "../../../harness/Imports.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"
import { location } from "../every/LocationResource.ts"
import { material } from "../every/MaterialResources.ts"
import { shelfOf } from "../every/Resource.ts"
import { resources } from "../every/Resources.ts"
import { source } from "../every/VersionSteps.ts"

const four = rules("contract 4", operating)

export const sharedData = [
  four(
    "4-shared-import",
    "An import makes a new shared data version and a new project version when it is Ready",
    async (context) => {
      const first = await importModel(context.api, await context.newProject("Shared import"), "bridge.ifc")
      const before = await source(context, first)
      await importModel(context.api, first.project, "shed.ifc")
      const after = await source(context, first)
      for (const id of ["sharedDataVersionId", "projectVersionId"]) holds(id, after[id] !== before[id], [before, after])
    }
  ),
  four(
    "4-shared-models",
    "All models of the project show the new versions, those of other projects keep theirs",
    async (context) => {
      const fresh = async () => importModel(context.api, await context.newProject("Shared versions"), "bridge.ifc")
      const [first, other] = [await fresh(), await fresh()]
      const second = await importModel(context.api, first.project, "shed.ifc")
      const ids = (source: Readonly<Record<string, unknown>>) => [
        source["sharedDataVersionId"],
        source["projectVersionId"]
      ]
      const shared = async (model: Imported) => ids(await source(context, model))
      const before = [await shared(first), await shared(other)]
      same("both models before", await shared(second), before[0])
      await (await shelfOf(context, location, first.project)).make()
      const after = await shared(first)
      holds(
        "new",
        after.every((id, i) => id !== before[0]![i]),
        [before[0], after]
      )
      same("the second model", await shared(second), after)
      const listed = status(await context.api.get(`${first.project.path}/models`), 200).list("models")
      const sources = listed.map((model) => ids(model["latestPublicSource"] as Readonly<Record<string, unknown>>))
      same("listed", sources, [after, after])
      same("another project", await shared(other), before[1])
    }
  ),
  four(
    "4-shared-failed-import",
    "An import that fails makes no version and leaves nothing in the libraries",
    async (context) => {
      const model = await importModel(context.api, await context.newProject("Failed import"), "bridge.ifc")
      const before = await source(context, model)
      const shed = new TextDecoder().decode(await fixture("shed.ifc")).replace("'IFC2X3'", "'AUTOMOTIVE_DESIGN'")
      const started = await startImport(context.api, model.project, new TextEncoder().encode(shed))
      same("end", (await follow(context.api, started.string("id"))).at(-1)!.at("status"), "Failed")
      same("versions", await source(context, model), before)
      for (const [area, member] of [
        ["material-libraries", "materialProperties"],
        ["codifications", "codificationLibraries"]
      ] as const) {
        same(area, status(await context.api.get(`${model.project.path}/${area}`), 200).at(member), [])
      }
    }
  ),
  rules("contract 8", operating)(
    "8-source-shared",
    "A calculation names the shared data that was current when it was started",
    async (context) => {
      const model = await importModel(context.api, await context.newProject("Calculated"), "shed.ifc")
      const { path } = await (await shelfOf(context, material, model.project)).make()
      const before = await source(context, model)
      const calculators = {
        calculators: ["Count"],
        filters: [{ property: "Material", operator: "Equals", value: "Pine" }]
      }
      const start = () => context.api.post(`${model.path}/products/quantities/query`, calculators)
      const started = await Promise.all(Array.from({ length: 6 }, start))
      status(await context.api.put(path, { name: "Changed" }), 200)
      const libraries = `${model.project.path}/material-libraries`
      const [imported] = status(await context.api.get(libraries), 200).list("materialProperties")
      status(await context.api.delete(`${libraries}/${imported!["guid"] as string}`), 204)
      for (const id of started.map((answer) => status(answer, 202).string("id"))) {
        same("end", (await follow(context.api, id)).at(-1)!.at("status"), "Ready")
        const result = status(await context.api.get(`${model.path}/products/quantities/${id}/result`), 200)
        const answer = status(await fetched(context.anonymous, result.string("downloadUrl")), 200)
        same("source", answer.at("source"), before)
        same("what was there when it started", answer.at("totals", "Count"), 1)
      }
    }
  ),
  four("4-projects-apart", "Imported data of one project is visible in no other project", async (context) => {
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
  four("4-delete-while-importing", "Deleting a project ends its imports and removes everything", async (context) => {
    const project = await context.newProject("Deleted while importing")
    const started = await startImport(context.api, project, await fixture("house.ifc"))
    status(await context.api.delete(project.path), 204)
    const answer = await context.api.get(`/v1/operations/${started.string("id")}`)
    if (answer.status !== 404)
      same("end", (await follow(context.api, started.string("id"))).at(-1)!.at("status"), "Failed")
  }),
  four(
    "4-project-delete-places",
    "Deleting a project deletes its locations, libraries and codes, also imported ones",
    async (context) => {
      const { project } = await importModel(context.api, await context.newProject("Deleted"), "shed.ifc")
      const { api } = context
      const imported = (await (await shelfOf(context, location, project)).items()).map(
        ({ locationGuid }) => locationGuid
      )
      const made = []
      for (const resource of resources) {
        const shelf = await shelfOf(context, resource, project)
        made.push({ shelf, ...(await shelf.make()) })
      }
      status(await api.delete(project.path), 204)
      for (const { path, read, shelf } of made) {
        problem(await api.get(fill(shelf.resource.list, shelf.ids)), 404, "ProjectNotFound")
        const single = /\/(codification|materials)\//.test(read ?? "")
        if (read !== null)
          problem(await api.get(read), 404, "ProjectNotFound", single ? "application/json" : "application/problem+json")
        problem(await api.delete(path), 404, "ProjectNotFound")
      }
      for (const guid of imported)
        problem(await api.put(`${project.path}/locations/${guid as string}`, { name: "m" }), 404, "ProjectNotFound")
    }
  )
]
