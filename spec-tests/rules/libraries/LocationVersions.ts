import { guid, importModel } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { create } from "./Locations.ts"
import { takeSteps } from "./VersionSteps.ts"

const four = rules("contract 4")

export const locationVersions = [
  four(
    "4-shared-locations",
    "Each change of locations makes new versions, none where nothing changes, is refused or read",
    async (context) => {
      const model = await importModel(context.api, await context.newProject("Versions of locations"), "shed.ifc")
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
  )
]
