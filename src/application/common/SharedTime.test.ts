import { expect } from "bun:test"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { StorageUnavailable } from "../../domain/StorageErrors.ts"
import { SecretRepository } from "../../ports/SecretRepository.ts"
import { StorageTime } from "../../ports/StorageTime.ts"
import { effect } from "../../testing/EffectTest.ts"
import { SharedTime } from "./SharedTime.ts"
import { Tickets } from "../signin/Tickets.ts"

const hour = 3_600_000

/** Runs a process whose clock is ahead of the storage's by this many milliseconds. */
const processOn = (ahead: number) => {
  const here = () => Date.now() + ahead
  const shifted: Clock.Clock = Object.assign(Clock.make(), {
    currentTimeMillis: Effect.sync(here),
    unsafeCurrentTimeMillis: here
  })
  const ports = Layer.merge(
    Layer.succeed(StorageTime, { read: Effect.sync(() => Date.now()) }),
    Layer.mock(SecretRepository, { holding: () => Effect.succeed([new Uint8Array(32)]) })
  )
  const inside = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.withClock(work, shifted)
  return inside(Layer.build(Layer.provideMerge(Tickets.Default, SharedTime.Default).pipe(Layer.provide(ports)))).pipe(
    Effect.map(
      (services) =>
        <A, E>(work: Effect.Effect<A, E, Tickets | SharedTime>) =>
          inside(Effect.provide(work, services))
    )
  )
}

const signed = (millis: number) =>
  Effect.gen(function* () {
    const { now } = yield* SharedTime
    const { sign } = yield* Tickets
    return sign({ _tag: "Upload", key: "key", expires: (yield* now) + millis })
  })
const opened = (ticket: string) => Effect.exit(Effect.flatMap(Tickets, ({ open }) => open(ticket)))

effect("a ticket is valid equally long on every machine, even if their clocks differ", () =>
  Effect.gen(function* () {
    const [right, early, late] = yield* Effect.all([processOn(0), processOn(-2 * hour), processOn(2 * hour)])
    const machines = [right, early, late]
    for (const from of machines) {
      const good = yield* from(signed(1000))
      const over = yield* from(signed(-1000))
      for (const to of machines) {
        expect(Exit.isSuccess(yield* to(opened(good)))).toBe(true)
        expect(Exit.isSuccess(yield* to(opened(over)))).toBe(false)
      }
    }
  })
)

effect("a ticket signed with a new key is accepted at once by a process that does not know the key yet", () =>
  Effect.gen(function* () {
    const [old, fresh] = [new Uint8Array(32), new Uint8Array(32).fill(1)]
    let held = [old]
    let looks = 0
    const process = (holding: () => ReadonlyArray<Uint8Array>) =>
      Layer.build(
        Layer.provideMerge(Tickets.Default, SharedTime.Default).pipe(
          Layer.provide(
            Layer.merge(
              Layer.succeed(StorageTime, { read: Clock.currentTimeMillis }),
              Layer.mock(SecretRepository, { holding: () => Effect.sync(holding) })
            )
          )
        )
      )
    const here = yield* process(() => {
      looks += 1
      return held
    })
    const there = yield* process(() => [fresh, old])
    const ticket = yield* Effect.provide(signed(60_000), there)
    expect(Exit.isSuccess(yield* Effect.provide(opened(ticket), here))).toBe(false)
    held = [fresh, old]
    yield* TestClock.adjust("1 second")
    expect(Exit.isSuccess(yield* Effect.provide(opened(ticket), here))).toBe(true)
    const before = looks
    for (let n = 0; n < 100; n++) yield* Effect.provide(opened(`made.up${n}`), here)
    expect(looks).toBe(before)
  }).pipe(Effect.provide(TestContext.TestContext))
)

effect("clocks are compared again periodically; if the storage does not answer, the last comparison is used", () =>
  Effect.gen(function* () {
    let ahead: number | null = 5000
    const read = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      ahead === null ? new StorageUnavailable({ reason: "away" }) : Effect.succeed(now + ahead)
    )
    const services = yield* Layer.build(SharedTime.Default.pipe(Layer.provide(Layer.succeed(StorageTime, { read }))))
    const difference = Effect.gen(function* () {
      const { now } = yield* SharedTime
      return (yield* now) - (yield* Clock.currentTimeMillis)
    }).pipe(Effect.provide(services))
    expect(yield* difference).toBe(5000)
    ahead = null
    yield* TestClock.adjust("1 minute")
    expect(yield* difference).toBe(5000)
    ahead = 0
    yield* TestClock.adjust("15 seconds")
    expect(yield* difference).toBe(0)
  }).pipe(Effect.provide(TestContext.TestContext))
)
