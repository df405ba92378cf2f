import { Effect } from "effect"
import { Codifications } from "../../application/Codifications.ts"
import { CodificationsApi } from "../api/CodificationsApi.ts"
import { bind, raw } from "../dispatch/Call.ts"
import { arrayPieces, jsonStream, objectPieces } from "../body/JsonStream.ts"

export const bindings = Effect.map(Codifications, (codifications) =>
  bind(CodificationsApi, {
    listCodifications: ({ path }) =>
      Effect.map(codifications.list(path.projectId), (found) => ({ codificationLibraries: found })),
    createCodification: ({ body, path }) =>
      Effect.map(codifications.create(path.projectId, body), (library) => ({ ...library, codes: [] })),
    readCodification: ({ path }) =>
      Effect.map(codifications.read(path.projectId, path.libraryGuid), ({ codes, library }) =>
        raw(jsonStream(objectPieces(library, { codes: arrayPieces(codes, (code) => JSON.stringify(code)) })))
      ),
    deleteCodification: ({ path }) => codifications.remove(path.projectId, path.libraryGuid),
    createCode: {
      resource: ({ path }) =>
        Effect.as(codifications.library(path.projectId, path.libraryGuid), ({ body }) =>
          codifications.createCode(path.projectId, path.libraryGuid, body)
        )
    },
    readCode: ({ path }) => codifications.code(path),
    changeCode: {
      resource: ({ path }) => Effect.as(codifications.code(path), ({ body }) => codifications.changeCode(path, body))
    },
    deleteCode: ({ path }) => codifications.removeCode(path)
  })
)
