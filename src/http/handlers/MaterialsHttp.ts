import { Effect } from "effect"
import { Materials } from "../../application/Materials.ts"
import { propertiesOf } from "../../domain/Material.ts"
import type { StoredLibrary } from "../../ports/MaterialRepository.ts"
import { MaterialsApi } from "../api/MaterialsApi.ts"
import { bind, raw } from "../dispatch/Call.ts"
import { arrayPieces, jsonStream, objectPieces } from "../body/JsonStream.ts"

const libraryPieces = ({ guid, materials, name }: StoredLibrary) =>
  objectPieces({ name, guid }, { properties: arrayPieces(materials, (one) => JSON.stringify(propertiesOf(one))) })

export const bindings = Effect.map(Materials, (materials) =>
  bind(MaterialsApi, {
    listMaterialLibraries: ({ path }) =>
      Effect.map(materials.libraries(path.projectId), (libraries) =>
        raw(jsonStream(objectPieces({}, { materialProperties: arrayPieces(libraries, libraryPieces) })))
      ),
    createMaterialLibrary: ({ body, path }) =>
      Effect.map(materials.createLibrary(path.projectId, body), ({ guid, name }) => ({ name, guid, properties: [] })),
    readMaterialLibrary: ({ path }) =>
      Effect.map(materials.library(path.projectId, path.libraryGuid), (library) =>
        raw(jsonStream(libraryPieces(library)))
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
