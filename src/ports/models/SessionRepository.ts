import * as Context from "effect/Context"
import type { SessionAlreadyActive } from "../../domain/Errors.ts"
import type { ModelId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ActiveSession } from "../../domain/models/Session.ts"
import type { Found, Read } from "../Stored.ts"

/**
 * Modification sessions, at most one of a user on a model. Each is active for 30 minutes after it was last used, by the
 * storage's clock. Ids are the clients': of two users with the same id each has a session of their own.
 */
export class SessionRepository extends Context.Tag("ports/SessionRepository")<
  SessionRepository,
  {
    /** Starts a session, or renews the active one of that id. Fails where one with another id is active. */
    readonly start: (userId: UserId, modelId: ModelId, id: string) => Read<void, SessionAlreadyActive>
    /** Renews the session, whatever its id, or makes one; it has the id from then on, or keeps its own for null. */
    readonly takeOver: (userId: UserId, modelId: ModelId, id: string | null) => Read<void>
    /** Ends the session of that id, whatever its id for null. Nothing happens where there is none. */
    readonly end: (userId: UserId, modelId: ModelId, id: string | null) => Read<void>
    /** Whether the session of that id is active, which this renews. */
    readonly renew: (userId: UserId, modelId: ModelId, id: string) => Read<boolean>
    /** The active session, which this does not renew. */
    readonly read: (userId: UserId, modelId: ModelId) => Found<ActiveSession>
  }
>() {}
