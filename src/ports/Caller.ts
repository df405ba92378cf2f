import * as Context from "effect/Context"
import type { UserId } from "../domain/Principal.ts"

/** On whose behalf something is done, for the audit: the service's own, where nobody asks for it. */
export class Caller extends Context.Reference<Caller>()("ports/Caller", {
  defaultValue: (): { readonly userId: UserId | null; readonly requestId: string | null } => ({
    userId: null,
    requestId: null
  })
}) {}
