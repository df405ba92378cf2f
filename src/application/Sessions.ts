import { Effect, Option } from "effect"
import type { ModelId } from "../domain/Identifier.ts"
import type { UserId } from "../domain/Principal.ts"
import { SessionRepository } from "../ports/SessionRepository.ts"
import { Settings } from "../ports/Settings.ts"
import { fn } from "../runtime/Span.ts"

/** What a user has changed of a model and not published: nothing, as long as nothing can be changed. */
const unpublishedChanges = () => Effect.succeed({ cells: 0, deletedProducts: 0 })

/** Modification sessions. An id is null where the client sent none, which only implicit sessions allow. */
export class Sessions extends Effect.Service<Sessions>()("application/Sessions", {
  effect: Effect.gen(function* () {
    const sessions = yield* SessionRepository
    const { implicitSessions } = yield* Settings
    return {
      /** Fails with `SessionAlreadyActive` for another id than the active one, unless sessions are implicit. */
      start: (userId: UserId, modelId: ModelId, id: string | null) =>
        implicitSessions || id === null ? sessions.takeOver(userId, modelId, id) : sessions.start(userId, modelId, id),

      /** Nothing happens where there is no such session. */
      end: sessions.end,

      read: fn("Sessions.read")(function* (userId: UserId, modelId: ModelId) {
        const session = Option.getOrNull(yield* sessions.read(userId, modelId))
        return { session, unpublished: yield* unpublishedChanges() }
      })
    }
  })
}) {}
