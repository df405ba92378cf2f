import { same, status } from "../../harness/Check.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { fetched, fixture, follow, guid, importModel, startImport } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { libraryWithCode } from "./LibraryRequests.ts"
import { create } from "./Locations.ts"
import { libraryWith } from "./SharedVersions.ts"
import { source } from "./VersionSteps.ts"

const four = rules("contract 4")
const eight = rules("contract 8")

export const sharedOperations = [
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
  eight(
    "8-source-shared",
    "A calculation names the shared data that was current when it was started",
    async (context) => {
      const model = await importModel(context.api, await context.newProject("Calculated"), "shed.ifc")
      const { path, material } = await libraryWith(context, model.project)
      const before = await source(context, model)
      const calculators = {
        calculators: ["Count"],
        filters: [{ property: "Material", operator: "Equals", value: "Pine" }]
      }
      const start = () => context.api.post(`${model.path}/products/quantities/query`, calculators)
      const started = await Promise.all(Array.from({ length: 6 }, start))
      status(await context.api.put(material, { name: "Changed" }), 200)
      const [imported] = status(await context.api.get(path), 200).list("materialProperties")
      status(await context.api.delete(`${path}/${imported!["guid"] as string}`), 204)
      for (const id of started.map((answer) => status(answer, 202).string("id"))) {
        same("end", (await follow(context.api, id)).at(-1)!.at("status"), "Ready")
        const result = status(await context.api.get(`${model.path}/products/quantities/${id}/result`), 200)
        const answer = status(await fetched(context.anonymous, result.string("downloadUrl")), 200)
        same("source", answer.at("source"), before)
        same("what was there when it started", answer.at("totals", "Count"), 1)
      }
    }
  ),
  four(
    "4-project-delete-places",
    "Deleting a project takes its locations, libraries and codes along, imported ones too",
    async (context) => {
      const { project } = await importModel(context.api, await context.newProject("Deleted"), "shed.ifc")
      const { path, library, code } = await libraryWithCode(context, project)
      const location = (await create(context, project, {})).string("locationGuid")
      const { api } = context
      status(await api.delete(project.path), 204)
      for (const gone of [`${project.path}/locations`, path, library])
        problem(await api.get(gone), 404, "ProjectNotFound")
      problem(await api.get(code), 404, "ProjectNotFound", "application/json")
      problem(await api.put(code, { name: "m" }), 404, "ProjectNotFound")
      for (const guids of [location, guid("ShedGround")])
        problem(await api.put(`${project.path}/locations/${guids}`, { name: "m" }), 404, "ProjectNotFound")
    }
  )
]
