import { status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { guid, type Imported, importModel } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { create } from "./Locations.ts"
import { libraryWithCode } from "./LibraryRequests.ts"
import { takeSteps } from "./VersionSteps.ts"

const four = rules("contract 4")
const uuid = "11111111-2222-4333-8444-555555555555"

const fresh = async (context: Context): Promise<Imported> =>
  importModel(context.api, await context.newProject("Versions of places"), "shed.ifc")

export const locationAndCodeVersions = [
  four(
    "4-shared-locations",
    "Each change of locations makes new versions, none where nothing changes, is refused or read",
    async (context) => {
      const model = await fresh(context)
      const { api } = context
      const path = `${model.project.path}/locations`
      const parent = (await create(context, model.project, { name: "P" })).string("locationGuid")
      const child = (await create(context, model.project, { name: "C", type: "Floor", parentGuid: parent })).string(
        "locationGuid"
      )
      const own = `${path}/${child}`
      const imported = `${path}/${guid("ShedGround")}`
      await takeSteps(context, model, [
        ["read", () => api.get(path), 200, false],
        ["create", () => api.post(path, {}), 201, true],
        ["create, refused", () => api.post(path, { parentGuid: guid("Conformance") }), 400, false],
        ["empty", () => api.put(own, {}), 200, false],
        ["the same", () => api.put(own, { name: " C ", type: "floor", parentGuid: parent }), 200, false],
        ["a name", () => api.put(own, { name: "D" }), 200, true],
        ["a type", () => api.put(own, { type: "Space" }), 200, true],
        ["a move", () => api.put(own, { parentGuid: guid("ShedGround") }), 200, true],
        ["to the top", () => api.put(own, { parentGuid: null }), 200, true],
        ["to the top again", () => api.put(own, { parentGuid: null }), 200, false],
        ["a cycle", () => api.put(own, { name: "E", parentGuid: child }), 400, false],
        ["no type", () => api.put(own, { name: "E", type: "Room" }), 400, false],
        ["unknown", () => api.put(`${path}/${guid("Conformance")}`, { name: "E" }), 404, false],
        ["an imported one, the same", () => api.put(imported, { name: "Ground", type: "Floor" }), 200, false],
        ["an imported one", () => api.put(imported, { name: "Level 0" }), 200, true],
        ["a deletion", () => api.delete(own), 204, true],
        ["again", () => api.delete(own), 404, false]
      ])
    }
  ),
  four(
    "4-shared-codifications",
    "Each change of libraries and codes makes new versions, none where nothing changes, is refused or read",
    async (context) => {
      const model = await fresh(context)
      const { api } = context
      const measureDefinitions = [{ id: "m", calculator: { parameters: [{ name: "p", value: 0.1 }] } }, {}]
      const more = { description: "d", sort: 1.5, measureDefinitions }
      const { path, library, codes, code, guid } = await libraryWithCode(context, model.project, more)
      const below = `${codes}/${status(await api.post(codes, { name: "b", identification: "b" }), 201).string("guid")}`
      await takeSteps(context, model, [
        ["read the list", () => api.get(path), 200, false],
        ["read a library", () => api.get(library), 200, false],
        ["read a code", () => api.get(code), 200, false],
        ["create a library", () => api.post(path, { name: "N" }), 201, true],
        ["create none", () => api.post(path, {}), 400, false],
        ["create a code", () => api.post(codes, { name: "n", identification: "2" }), 201, true],
        ["taken", () => api.post(codes, { name: "n", identification: "2" }), 400, false],
        ["empty", () => api.put(code, {}), 200, false],
        ["nulls", () => api.put(code, { name: null, description: null, sort: null, parentId: null }), 200, false],
        ["the same", () => api.put(code, { name: " n ", identification: "1", parentId: "", ...more }), 200, false],
        ["a name", () => api.put(code, { name: "o" }), 200, true],
        ["an identification", () => api.put(code, { identification: "1a" }), 200, true],
        ["a taken one", () => api.put(code, { name: "p", identification: "2" }), 400, false],
        ["a sort", () => api.put(code, { sort: 2 }), 200, true],
        ["no description", () => api.put(code, { description: "" }), 200, true],
        ["again", () => api.put(code, { description: "" }), 200, false],
        ["measures", () => api.put(code, { measureDefinitions: [{ id: "m" }] }), 200, true],
        ["a parent", () => api.put(below, { parentId: guid }), 200, true],
        ["the same parent", () => api.put(below, { parentId: guid.toUpperCase() }), 200, false],
        ["a cycle", () => api.put(code, { parentId: guid }), 400, false],
        ["to the top", () => api.put(below, { parentId: "" }), 200, true],
        ["delete a code", () => api.delete(code), 204, true],
        ["again", () => api.delete(code), 404, false],
        ["delete a library", () => api.delete(library), 204, true],
        ["again", () => api.delete(library), 404, false],
        ["unknown", () => api.delete(`${path}/${uuid}`), 404, false]
      ])
    }
  ),
  four(
    "4-project-delete-places",
    "Deleting a project takes its locations, libraries and codes along, imported ones too",
    async (context) => {
      const { project } = await fresh(context)
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
