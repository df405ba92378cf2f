import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { effect } from "../../testing/EffectTest.ts"
import * as Sealing from "./Sealing.ts"

const secret = Uint8Array.from({ length: 32 }, (_, n) => n)

effect("sealed data opens only with both secrets and its purpose, and only if no byte has changed", () =>
  Effect.gen(function* () {
    const { open, seal } = Sealing.make(secret, "test")
    const sealed = yield* seal("the text: ü", "holder")
    expect(yield* open(sealed, "holder")).toBe("the text: ü")
    expect(yield* seal("the text: ü", "holder")).not.toEqual(sealed)
    expect(yield* open(sealed, "holder2")).toBe(null)
    expect(yield* Sealing.make(secret, "other").open(sealed, "holder")).toBe(null)
    expect(yield* Sealing.make(secret.toReversed(), "test").open(sealed, "holder")).toBe(null)
    for (let n = 0; n < sealed.length; n++) expect(yield* open(sealed.with(n, sealed[n]! ^ 1), "holder")).toBe(null)
    for (let n = 0; n < sealed.length; n++) expect(yield* open(sealed.slice(0, n), "holder")).toBe(null)
    // PostgreSQL and SQLite return the text as a buffer.
    expect(yield* open(Buffer.from(sealed), "holder")).toBe("the text: ü")
  })
)
