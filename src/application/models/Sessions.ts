import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ModelId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import { notActive } from "../../domain/models/Session.ts"
import { SessionRepository } from "../../ports/models/SessionRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import { fn } from "../../runtime/Span.ts"

/** Modification sessions. An id is null if the client sent none, which only implicit sessions allow. */
export class Sessions extends Effect.Service<Sessions>()("application/Sessions", {
  effect: Effect.gen(function* () {
    const sessions = yield* SessionRepository
    const { implicitSessions } = yield* Settings
    return {
      /**
       * Starts a session. Fails with `SessionAlreadyActive` if one with another id is active, unless sessions are
       * implicit.
       */
      start: (userId: UserId, modelId: ModelId, id: string | null) =>
        implicitSessions || id === null ? sessions.takeOver(userId, modelId, id) : sessions.start(userId, modelId, id),

      /** Ends a session. Does nothing if there is none. */
      end: sessions.end,

      /** Returns the active session of the user without renewing it; null if there is none. */
      read: (userId: UserId, modelId: ModelId) => Effect.map(sessions.read(userId, modelId), Option.getOrNull),

      /** Returns the session id for editing the model, null for any. Fails with `SessionNotActive`. */
      need: fn("Sessions.need")(function* (userId: UserId, modelId: ModelId, id: string | null) {
        if (implicitSessions || id === null) return yield* Effect.as(sessions.takeOver(userId, modelId, id), null)
        if (yield* sessions.renew(userId, modelId, id)) return id
        return yield* notActive()
      }),

      /** Returns the session id for publishing, null for any. */
      named: (userId: UserId, modelId: ModelId, id: string | null) =>
        implicitSessions || id === null ? Effect.as(sessions.takeOver(userId, modelId, id), null) : Effect.succeed(id)
    }
  })
}) {}
