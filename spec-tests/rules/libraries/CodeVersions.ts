import { status } from "../../harness/Check.ts"
import { importModel } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { libraryWithCode } from "./LibraryRequests.ts"
import { takeSteps } from "./VersionSteps.ts"

const four = rules("contract 4")
const uuid = "11111111-2222-4333-8444-555555555555"

export const codeVersions = [
  four(
    "4-shared-codifications",
    "Each change of libraries and codes makes new versions, none where nothing changes, is refused or read",
    async (context) => {
      const model = await importModel(context.api, await context.newProject("Versions of codes"), "shed.ifc")
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
  )
]
