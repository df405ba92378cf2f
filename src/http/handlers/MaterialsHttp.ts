import { Effect } from "effect"
import { Materials } from "../../application/Materials.ts"
import { MaterialsApi } from "../api/MaterialsApi.ts"
import { bind, bytes } from "../Call.ts"
import { libraryJson, librariesJson } from "./MaterialJson.ts"

export const bindings = Effect.map(Materials, (materials) =>
  bind(MaterialsApi, {
    listMaterialLibraries: ({ path }) =>
      Effect.map(Effect.flatMap(materials.libraries(path.projectId), librariesJson), (json) => bytes(json)),
    createMaterialLibrary: ({ body, path }) =>
      Effect.map(materials.createLibrary(path.projectId, body), ({ guid, name }) => ({ name, guid, properties: [] })),
    readMaterialLibrary: ({ path }) =>
      Effect.map(Effect.flatMap(materials.library(path.projectId, path.libraryGuid), libraryJson), (json) =>
        bytes(json)
      ),
    deleteMaterialLibrary: ({ path }) => materials.removeLibrary(path.projectId, path.libraryGuid),
    createMaterial: {
      resource: ({ path: { libraryGuid, projectId } }) =>
        Effect.as(materials.requireLibrary(projectId, libraryGuid), ({ body }) =>
          materials.create(projectId, libraryGuid, body)
        )
    },
    readMaterial: ({ path }) => materials.read(path.projectId, path.libraryGuid, path.materialGuid),
    changeMaterial: {
      resource: ({ path: { libraryGuid, materialGuid, projectId } }) =>
        Effect.as(materials.read(projectId, libraryGuid, materialGuid), ({ body }) =>
          materials.change(projectId, libraryGuid, materialGuid, body)
        )
    },
    deleteMaterial: ({ path }) => materials.remove(path.projectId, path.libraryGuid, path.materialGuid)
  })
)
