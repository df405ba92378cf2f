import * as Context from "effect/Context"
import type { UserId } from "../domain/Principal.ts"

/** The user and request on whose behalf something is done, for the audit. Null: the service itself. */
export class Caller extends Context.Reference<Caller>()("ports/Caller", {
  defaultValue: (): { readonly userId: UserId | null; readonly requestId: string | null } => ({
    userId: null,
    requestId: null
  })
}) {}
