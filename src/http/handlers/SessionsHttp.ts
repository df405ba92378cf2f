import { Effect } from "effect"
import { Sessions } from "../../application/Sessions.ts"
import { SessionsApi } from "../api/SessionsApi.ts"
import { bind } from "../dispatch/Call.ts"
import * as ClientSession from "../guard/ClientSession.ts"

export const bindings = Effect.gen(function* () {
  const sessions = yield* Sessions
  const readId = yield* ClientSession.make
  return bind(SessionsApi, {
    startSession: ({ model, principal, request }) =>
      Effect.flatMap(readId(request.headers), (id) => sessions.start(principal.userId, model.modelId, id)),
    endSession: ({ model, principal, request }) =>
      Effect.flatMap(readId(request.headers), (id) => sessions.end(principal.userId, model.modelId, id)),
    readSession: ({ model, principal }) =>
      Effect.map(sessions.read(principal.userId, model.modelId), ({ session, unpublished }) => {
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
