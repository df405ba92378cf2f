import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Overloaded } from "../domain/Errors.ts"

/** Counts the memory that lists hold until they are delivered, per user. */
export class Holding extends Context.Reference<Holding>()("ports/Holding", {
  defaultValue: (): {
    /** The user for whom memory is counted. Null: nothing is counted. */
    readonly owner: string | null
    /** Adds `bytes` to the memory held. Fails with `Overloaded` if there is no room. */
    readonly keep: (bytes: number) => Effect.Effect<void, Overloaded>
  } => ({ owner: null, keep: () => Effect.void })
}) {}
