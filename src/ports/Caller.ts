import * as Context from "effect/Context"
import type { Via } from "../domain/audit/AuditEntry.ts"
import type { UserId } from "../domain/Principal.ts"

/** The user, request and program on whose behalf something is done, for the audit. A null user is the service itself. */
export class Caller extends Context.Reference<Caller>()("ports/Caller", {
  defaultValue: (): {
    readonly userId: UserId | null
    readonly requestId: string | null
    /** The OAuth client, or the id of the token for programs; absent if the token names none. */
    readonly client?: string
    /** The interface that was used; the API if absent. */
    readonly via?: Via
  } => ({ userId: null, requestId: null })
}) {}
