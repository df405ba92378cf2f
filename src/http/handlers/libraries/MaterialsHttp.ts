import * as Effect from "effect/Effect"
import { Materials } from "../../../application/libraries/Materials.ts"
import { propertiesOf } from "../../../domain/libraries/Material.ts"
import type { ListedMaterial } from "../../../ports/libraries/MaterialRepository.ts"
import type { Listed } from "../../../ports/Stored.ts"
import { MaterialsApi } from "../../api/libraries/MaterialsApi.ts"
import { bind } from "../../call/Call.ts"
import { groupPieces, inArray, objectPieces, streamedJson } from "../../answer/StreamedJson.ts"

/** Returns material libraries as pieces of JSON, separated by commas. */
const libraryPieces = (materials: Listed<ListedMaterial>) =>
  groupPieces(materials, {
    of: ({ library }) => library.guid,
    open: ({ library }) => `${JSON.stringify(library).slice(0, -1)},"properties":[`,
    item: ({ material }) => material && propertiesOf(material),
    close: () => "]}"
  })

export const bindings = Effect.map(Materials, (materials) =>
  bind(MaterialsApi, {
    listMaterialLibraries: ({ path }) =>
      streamedJson(
        objectPieces({}, { materialProperties: inArray(libraryPieces(materials.libraries(path.projectId))) })
      ),
    createMaterialLibrary: ({ body, path }) =>
      Effect.map(materials.createLibrary(path.projectId, body), ({ guid, name }) => ({ name, guid, properties: [] })),
    readMaterialLibrary: ({ path }) =>
      Effect.flatMap(materials.library(path.projectId, path.libraryGuid), (library) =>
        streamedJson(libraryPieces(library))
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
