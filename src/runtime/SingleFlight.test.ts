import { expect } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"
import { effect } from "../testing/EffectTest.ts"
import * as SingleFlight from "./SingleFlight.ts"

/** Runs that are numbered as they begin, and end on request. */
const world = Effect.gen(function* () {
  const runs = SingleFlight.make<number, string>()
  let begun = 0
  const gate = yield* Deferred.make<void>()
  const one = Effect.suspend(() => {
    const number = ++begun
    return Effect.as(Deferred.await(gate), number)
  })
  return {
    ask: (name = "ada") => Effect.fork(runs.next(name, one)),
    runs,
    begun: () => begun,
    settle: Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow()),
    open: Deferred.succeed(gate, undefined)
  }
})

effect("all who ask during a run share the next run, however many they are", () =>
  Effect.gen(function* () {
    const { ask, begun, open, settle } = yield* world
    const first = yield* ask()
    yield* settle
    const others = yield* Effect.forEach(Array.from({ length: 50 }), () => ask())
    yield* settle
    expect(begun()).toBe(1)
    yield* open
    expect(yield* Fiber.join(first)).toBe(1)
    expect(new Set(yield* Fiber.join(Fiber.all(others)))).toEqual(new Set([2]))
    expect(yield* Fiber.join(yield* ask())).toBe(3)
  })
)

effect("runs of other names do not wait; interrupting one caller does not affect others", () =>
  Effect.gen(function* () {
    const { ask, open, settle } = yield* world
    const first = yield* ask()
    yield* settle
    const gone = yield* ask()
    const stays = yield* ask()
    const other = yield* ask("bob")
    yield* settle
    yield* Fiber.interrupt(first)
    yield* Fiber.interrupt(gone)
    yield* open
    expect(yield* Fiber.join(stays)).toBe(3)
    expect(yield* Fiber.join(other)).toBe(2)
  })
)

effect("a failed run fails for all who share it, and the next caller starts a new one", () =>
  Effect.gen(function* () {
    const { runs } = yield* world
    expect(yield* Effect.flip(runs.next("ada", Effect.fail("no")))).toBe("no")
    expect(yield* Effect.exit(runs.next("ada", Effect.die("broken")))).toMatchObject({ _tag: "Failure" })
    expect(yield* runs.next("ada", Effect.succeed(7))).toBe(7)
  })
)

effect("a caller that is interrupted at any step leaves no run that blocks others", () =>
  Effect.gen(function* () {
    for (let interruptedAfter = 1; interruptedAfter < 40; interruptedAfter++) {
      const runs = SingleFlight.make<void, never>()
      let steps = 0
      const scheduler = Scheduler.make(
        (task) => void setImmediate(task),
        () => ++steps === interruptedAfter && 0
      )
      yield* Fiber.interrupt(Effect.runFork(runs.next("ada", Effect.void), { scheduler }))
      expect(yield* Effect.timeoutOption(runs.next("ada", Effect.void), "1 second")).toMatchObject({ _tag: "Some" })
    }
  })
)
