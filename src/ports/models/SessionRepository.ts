import * as Context from "effect/Context"
import type { SessionAlreadyActive } from "../../domain/Errors.ts"
import type { ModelId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ActiveSession } from "../../domain/models/Session.ts"
import type { Found, Read } from "../Stored.ts"

/**
 * Modification sessions, at most one per user and model. Each is active for 30 minutes after its last use, by the
 * storage's clock. Ids are chosen by clients; two users with the same id have separate sessions.
 */
export class SessionRepository extends Context.Tag("ports/SessionRepository")<
  SessionRepository,
  {
    /**
     * Starts a session, or renews the active one with that id. Fails with `SessionAlreadyActive` if one with another id
     * is active.
     */
    readonly start: (userId: UserId, modelId: ModelId, id: string) => Read<void, SessionAlreadyActive>
    /** Renews the session, whatever its id, or creates one. The session gets `id`, or keeps its own if `id` is null. */
    readonly takeOver: (userId: UserId, modelId: ModelId, id: string | null) => Read<void>
    /** Ends the session with that id, or any session if `id` is null. Does nothing if there is none. */
    readonly end: (userId: UserId, modelId: ModelId, id: string | null) => Read<void>
    /** Returns whether the session with that id is active, and renews it. */
    readonly renew: (userId: UserId, modelId: ModelId, id: string) => Read<boolean>
    /** Returns the active session without renewing it. */
    readonly read: (userId: UserId, modelId: ModelId) => Found<ActiveSession>
  }
>() {}
