import * as Effect from "effect/Effect"
import { Edits } from "../../../application/edits/Edits.ts"
import { Sessions } from "../../../application/models/Sessions.ts"
import { SessionsApi } from "../../api/models/SessionsApi.ts"
import { bind } from "../../call/Call.ts"
import * as ClientSession from "../../guard/ClientSession.ts"

export const bindings = Effect.gen(function* () {
  const sessions = yield* Sessions
  const edits = yield* Edits
  const readId = yield* ClientSession.make
  return bind(SessionsApi, {
    startSession: ({ model, principal, request }) =>
      Effect.flatMap(readId(request.headers), (id) => sessions.start(principal.userId, model.modelId, id)),
    endSession: ({ model, principal, request }) =>
      Effect.flatMap(readId(request.headers), (id) => sessions.end(principal.userId, model.modelId, id)),
    readSession: Effect.fnUntraced(function* ({ model, principal: { userId }, project }) {
      const session = yield* sessions.read(userId, model.modelId)
      const unpublished = yield* edits.count({ userId, project, model })
      if (session === null) return { active: false, ...unpublished }
      const { clientSessionId, expiresAt } = session
      return {
        active: true,
        ...(clientSessionId === null ? {} : { clientSessionId }),
        expiresAt: new Date(expiresAt).toISOString(),
        ...unpublished
      }
    })
  })
})
