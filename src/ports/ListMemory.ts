import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Overloaded } from "../domain/Errors.ts"

/** Reserves memory for lists until they are delivered, per user. */
export class ListMemory extends Context.Reference<ListMemory>()("ports/ListMemory", {
  defaultValue: (): {
    /** The user for whom memory is reserved. Null: nothing is counted. */
    readonly owner: string | null
    /** Reserves `bytes` in addition. Fails with `Overloaded` if the user, or all users, have reserved too much. */
    readonly reserve: (bytes: number) => Effect.Effect<void, Overloaded>
  } => ({ owner: null, reserve: () => Effect.void })
}) {}
