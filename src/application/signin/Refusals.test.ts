import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import { StorageUnavailable } from "../../domain/StorageErrors.ts"
import { AuditRepository, type Refusal } from "../../ports/audit/AuditRepository.ts"
import { effect } from "../../testing/EffectTest.ts"
import { mostSingly, Refusals, windowMillis } from "./Refusals.ts"

const refusal = (i: number, userId = "bob", projectId = "1"): Refusal => ({
  projectId: projectId as ProjectId,
  userId: userId as UserId,
  requestId: `r-${i}`,
  action: "readProject",
  object: projectId,
  outcome: "Forbidden"
})

/** Creates `Refusals` over an audit that records its entries, and then runs `then`. */
const over = (then: Effect.Effect<void, StorageUnavailable> = Effect.void) => {
  const batches: Array<ReadonlyArray<Refusal>> = []
  const repository = AuditRepository.of({
    list: () => Effect.die("unused"),
    refuse: (refusals) =>
      Effect.zipRight(
        Effect.sync(() => void batches.push(refusals)),
        then
      )
  })
  const layer = Refusals.Default.pipe(
    Layer.provide(Layer.succeed(AuditRepository, repository)),
    Layer.merge(Logger.remove(Logger.defaultLogger))
  )
  return { batches, layer, written: () => batches.flat() }
}

const noted = (refusals: ReadonlyArray<Refusal>) =>
  Effect.flatMap(Refusals, ({ flush, note }) => Effect.zipRight(Effect.forEach(refusals, note), flush))

const many = (count: number, from = 0) => Array.from({ length: count }, (_, i) => refusal(from + i))

effect(
  "refusals of a user in a project are stored one by one up to the limit, the others as one entry with a count",
  () => {
    const { layer, written } = over()
    return Effect.gen(function* () {
      yield* noted(many(mostSingly + 70))
      expect(written()).toEqual(many(mostSingly))
      yield* noted([refusal(1, "eve"), refusal(2, "bob", "2")])
      expect(written().slice(mostSingly)).toEqual([refusal(1, "eve"), refusal(2, "bob", "2")])
      yield* TestClock.adjust(windowMillis + 60_000)
      const last = { ...refusal(mostSingly + 69), action: "requests.refuse", object: "70" }
      expect(written().slice(mostSingly + 2)).toEqual([last])
      yield* noted(many(1, 500))
      expect(written().at(-1)).toEqual(refusal(500))
    }).pipe(Effect.provide(Layer.provideMerge(layer, TestContext.TestContext)))
  }
)

effect("counted refusals are stored when the service stops", () => {
  const { layer, written } = over()
  return Effect.gen(function* () {
    yield* Effect.provide(noted(many(mostSingly + 1)), layer)
    expect(written().at(-1)).toMatchObject({ action: "requests.refuse", object: "1" })
  })
})

effect(
  "a slow storage gets one transaction at a time with at most a hundred entries, and no request waits for it",
  () => {
    const { batches, layer } = over(Effect.promise(() => Bun.sleep(5)))
    return Effect.gen(function* () {
      const { flush, note } = yield* Refusals
      for (let i = 0; i < 250; i++) yield* note(refusal(i, `user ${i}`))
      expect(batches.length).toBeLessThanOrEqual(1)
      yield* flush
      expect(batches.map(({ length }) => length).every((length) => length <= 100)).toBe(true)
      expect(batches.flat().map(({ requestId }) => requestId)).toEqual(many(250).map(({ requestId }) => requestId))
    }).pipe(Effect.provide(layer))
  }
)

effect("if the storage is unavailable, only the refusals are lost", () => {
  const { batches, layer } = over(Effect.fail(new StorageUnavailable({ reason: "away" })))
  return Effect.provide(
    Effect.map(noted(many(2)), () => expect(batches.length).toBeGreaterThan(0)),
    layer
  )
})
