import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Overloaded } from "../domain/Errors.ts"

/** Counts what lists keep in memory until they are given, for who asks for them: the user whose turns they take. */
export class Holding extends Context.Reference<Holding>()("ports/Holding", {
  defaultValue: (): {
    /** Null: nobody asks, nothing is counted. */
    readonly owner: string | null
    /** So many bytes more are kept. Fails: `Overloaded`. */
    readonly keep: (bytes: number) => Effect.Effect<void, Overloaded>
  } => ({ owner: null, keep: () => Effect.void })
}) {}
