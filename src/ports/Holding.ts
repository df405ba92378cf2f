import { Context, Effect } from "effect"
import type { Overloaded } from "../domain/Errors.ts"

/** Counts what lists keep in memory until they are given, for who asks for them; nobody, where it is not provided. */
export class Holding extends Context.Reference<Holding>()("ports/Holding", {
  defaultValue: (): {
    /** So many bytes more are kept. Fails: `Overloaded`. */
    readonly keep: (bytes: number) => Effect.Effect<void, Overloaded>
  } => ({ keep: () => Effect.void })
}) {}
