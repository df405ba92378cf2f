import { expect } from "bun:test"
import * as SqlError from "@effect/sql/SqlError"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import { effect } from "../../../src/testing/EffectTest.ts"
import * as Durability from "./Durability.ts"

const refused = new SqlError.SqlError({ cause: Object.assign(new Error("no"), { code: "EIO" }) })

/** A disk that reports when a sync is done, and the holder of the write turn. */
const setting = Effect.gen(function* () {
  const asked: Array<Deferred.Deferred<void, SqlError.SqlError>> = []
  const sync = Effect.suspend(() => {
    const done = Deferred.unsafeMake<void, SqlError.SqlError>(FiberId.none)
    asked.push(done)
    return Deferred.await(done)
  })
  const lock = yield* Effect.makeSemaphore(1)
  const durability = Durability.make(sync, ({ cause }) => cause === refused.cause)
  const inTurn = durability.within(lock.withPermits(1), Effect.fail)
  const commit = (name: string) => inTurn(Effect.as(Effect.sync(durability.committed), name))
  const settled = Effect.sleep("5 millis")
  return { asked, durability, inTurn, commit, settled }
})

effect("a committing transaction passes its turn on before the sync, and ends after it", () =>
  Effect.gen(function* () {
    const { asked, commit, settled } = yield* setting
    const first = yield* Effect.fork(commit("first"))
    yield* settled
    expect(asked.length).toBe(1)
    const others = yield* Effect.fork(Effect.all([commit("second"), commit("third")], { concurrency: 2 }))
    yield* settled
    // Both have committed, and one sync for both starts when the disk has finished the first.
    expect(asked.length).toBe(1)
    expect(yield* Fiber.poll(first)).toMatchObject({ _tag: "None" })
    yield* Deferred.succeed(asked[0]!, undefined)
    expect(yield* Fiber.join(first)).toBe("first")
    yield* settled
    expect(asked.length).toBe(2)
    expect(yield* Fiber.poll(others)).toMatchObject({ _tag: "None" })
    yield* Deferred.succeed(asked[1]!, undefined)
    expect(yield* Fiber.join(others)).toEqual(["second", "third"])
  })
)

effect("a transaction without writes waits for the sync of others, or not at all", () =>
  Effect.gen(function* () {
    const { asked, commit, durability, inTurn, settled } = yield* setting
    expect(yield* inTurn(Effect.succeed("read"))).toBe("read")
    yield* durability.flush
    expect(asked.length).toBe(0)
    // No caller waits for the data any more, and it is still not on the disk.
    const given = yield* Effect.fork(commit("given up"))
    yield* settled
    yield* Fiber.interrupt(given)
    const reader = yield* Effect.fork(inTurn(Effect.succeed("seen")))
    expect(yield* Effect.flip(inTurn(Effect.fail("failed")))).toBe("failed")
    yield* settled
    expect(yield* Fiber.poll(reader)).toMatchObject({ _tag: "None" })
    yield* Deferred.succeed(asked[0]!, undefined)
    expect(yield* Fiber.join(reader)).toBe("seen")
    expect(yield* inTurn(Effect.succeed("read"))).toBe("read")
    expect(asked.length).toBe(1)
  })
)

effect("after a failed sync of committed data nothing is durable, and no further sync is tried", () =>
  Effect.gen(function* () {
    const { asked, commit, durability, settled } = yield* setting
    yield* durability.sound
    const both = yield* Effect.fork(Effect.exit(commit("first")))
    yield* settled
    const later = yield* Effect.fork(Effect.exit(commit("second")))
    yield* settled
    yield* Deferred.fail(asked[0]!, refused)
    expect(yield* Fiber.join(both)).toEqual(Exit.fail(refused))
    expect(yield* Fiber.join(later)).toEqual(Exit.fail(refused))
    expect(yield* Effect.flip(durability.sound)).toBe(refused)
    expect(asked.length).toBe(1)
  })
)

effect("if the syncing fiber dies, the next one syncs", () =>
  Effect.gen(function* () {
    const { asked, commit, durability, settled } = yield* setting
    const died = new SqlError.SqlError({ cause: new Error("the thread ended") })
    const first = yield* Effect.fork(Effect.exit(commit("first")))
    yield* settled
    yield* Deferred.fail(asked[0]!, died)
    expect(yield* Fiber.join(first)).toEqual(Exit.fail(died))
    yield* durability.sound
    const second = yield* Effect.fork(commit("second"))
    yield* settled
    yield* Deferred.succeed(asked[1]!, undefined)
    expect(yield* Fiber.join(second)).toBe("second")
  })
)
