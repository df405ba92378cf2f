import * as Effect from "effect/Effect"
import { Codifications } from "../../../application/libraries/Codifications.ts"
import type { KeptCode } from "../../../domain/libraries/Codification.ts"
import { CodificationsApi } from "../../api/libraries/CodificationsApi.ts"
import { bind, written } from "../../call/Call.ts"
import { arrayPieces, listAnswer, objectPieces, streamedJson } from "../../answer/StreamedJson.ts"

const codeText = ({ measureDefinitions, ...code }: KeptCode): string =>
  `${JSON.stringify(code).slice(0, -1)},"measureDefinitions":${measureDefinitions}}`

const shown = (code: KeptCode) => written(Buffer.from(codeText(code)))

export const bindings = Effect.map(Codifications, (codifications) =>
  bind(CodificationsApi, {
    listCodifications: ({ path }) => listAnswer("codificationLibraries", codifications.list(path.projectId)),
    createCodification: ({ body, path }) =>
      Effect.map(codifications.create(path.projectId, body), (library) => ({ ...library, codes: [] })),
    readCodification: ({ path }) =>
      Effect.flatMap(codifications.read(path.projectId, path.libraryGuid), ({ codes, library }) =>
        streamedJson(objectPieces(library, { codes: arrayPieces(codes, codeText) }))
      ),
    deleteCodification: ({ path }) => codifications.remove(path.projectId, path.libraryGuid),
    createCode: {
      resource: ({ path }) =>
        Effect.as(codifications.library(path.projectId, path.libraryGuid), ({ body }) =>
          Effect.map(codifications.createCode(path.projectId, path.libraryGuid, body), shown)
        )
    },
    readCode: ({ path }) => Effect.map(codifications.code(path), shown),
    changeCode: {
      resource: ({ path }) =>
        Effect.as(codifications.code(path), ({ body }) => Effect.map(codifications.changeCode(path, body), shown))
    },
    deleteCode: ({ path }) => codifications.removeCode(path)
  })
)
