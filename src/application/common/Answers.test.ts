import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { effect } from "../../testing/EffectTest.ts"
import * as Answers from "./Answers.ts"

const limits = Effect.runSync(Answers.AnswerLimits)
const large = Answers.largeBytes + 1
const megabytes = (count: number): Uint8Array<ArrayBuffer> => new Uint8Array(count * 1024 * 1024)

/** A large body. */
const untaken = (body: Answers.Body) => {
  if (body instanceof Uint8Array) throw new Error("small")
  return body
}

effect("small answers reserve nothing; large ones hold memory until they are read to the end", () =>
  Effect.gen(function* () {
    const answers = Answers.make(limits)
    const small = new Uint8Array(Answers.largeBytes)
    expect(yield* answers.register("ada", small)).toBe(small)
    expect(yield* answers.bytesReserved).toBe(0)
    for (const bytes of [new Uint8Array(large), Buffer.alloc(large)]) {
      const body = untaken(yield* answers.register("ada", crypto.getRandomValues(bytes)))
      const whole = Uint8Array.from(bytes)
      expect([body.length, yield* answers.bytesReserved]).toEqual([large, large])
      expect(body.next()).toEqual(whole)
      expect([yield* answers.bytesReserved, bytes.buffer.byteLength]).toEqual([0, 0])
      expect(body.next()).toBe(null)
    }
  })
)

effect("an answer that was read to its end is not cancelled, however late its reader asks for more", () =>
  Effect.gen(function* () {
    const answers = Answers.make(limits, 5)
    const body = untaken(yield* answers.register("ada", new Uint8Array(large)))
    expect(body.next()).not.toBe(null)
    yield* Effect.sleep("30 millis")
    expect(body.next()).toBe(null)
  })
)

effect("256 MB of one user and 512 MB of all users wait for readers; memory is reserved before an answer is made", () =>
  Effect.gen(function* () {
    const answers = Answers.make(limits)
    const reservations = yield* Effect.forEach(["ada", "ada", "bert"], (user) =>
      answers.reserve(user, 128 * 1024 * 1024)
    )
    expect(yield* Effect.flip(answers.reserve("ada", 1))).toMatchObject({ _tag: "Overloaded" })
    expect(yield* Effect.flip(answers.reserve("cleo", 128 * 1024 * 1024))).toMatchObject({ _tag: "Overloaded" })
    // A user who needs little memory is served at the same time.
    const ofCleo = untaken(yield* answers.register("cleo", megabytes(1)))
    expect(ofCleo.next()).not.toBe(null)
    reservations[0]!.release()
    const reservation = yield* answers.reserve("ada", 1)
    yield* reservation.resize(128 * 1024 * 1024)
    expect(yield* Effect.flip(reservation.resize(128 * 1024 * 1024 + 1))).toMatchObject({ _tag: "Overloaded" })
    // The answer takes less memory than was reserved for it.
    untaken(reservation.made(megabytes(2)))
    yield* answers.reserve("ada", 126 * 1024 * 1024)
  })
)

effect(
  "an answer whose reader does not start in time is cancelled; one that is read at the slowest permitted rate is not",
  () =>
    Effect.gen(function* () {
      const answers = Answers.make(limits, 200)
      const [left, read] = [
        untaken(yield* answers.register("ada", megabytes(8))),
        yield* answers.register("bert", megabytes(8))
      ]
      for (let stretch = 0; stretch < 2; stretch++) {
        for (let slice = 0; slice < 15; slice++) expect(untaken(read).next()).not.toBe(null)
        yield* Effect.sleep(stretch === 0 ? "300 millis" : "0 millis")
      }
      expect(() => left.next()).toThrow("given up")
      expect(yield* answers.bytesReserved).toBe(8 * 1024 * 1024)
      untaken(read).drop()
      expect(yield* answers.bytesReserved).toBe(0)
    })
)

effect("a list reserves memory until it ends, for each user separately; a short list reserves none", () =>
  Effect.gen(function* () {
    const answers = Answers.make({ ofUser: 2 * 1024 * 1024, inAll: 4 * 1024 * 1024, forFew: 0, fewBytes: 0 })
    const [short, long, last] = [answers.flow("ada"), answers.flow("ada"), answers.flow("ada")]
    yield* short.reserve(Answers.largeBytes)
    expect(yield* answers.bytesReserved).toBe(0)
    yield* long.reserve(1024 * 1024)
    yield* long.begin(() => {})
    expect(yield* answers.bytesReserved).toBeGreaterThan(1024 * 1024)
    expect(yield* Effect.flip(last.reserve(1024 * 1024))).toMatchObject({ _tag: "Overloaded" })
    yield* answers.flow("bert").reserve(1024 * 1024)
    long.end()
    expect(yield* answers.bytesReserved).toBe(1024 * 1024)
    yield* last.reserve(1024)
  })
)

effect("a list is cancelled if its reader reads too slowly, but not while the reader waits for it", () =>
  Effect.gen(function* () {
    const answers = Answers.make(limits, 50)
    const lost: Array<string> = []
    const watched = (name: string) => answers.flow(name).begin(() => lost.push(name))
    const [waiting, taking] = [yield* watched("waiting"), yield* watched("taking")]
    yield* watched("leaving")
    waiting.asks()
    for (let stretch = 0; stretch < 4; stretch++) {
      taking.asks()
      taking.given(4 * 1024 * 1024)
      yield* Effect.sleep("30 millis")
    }
    expect(new Set(lost)).toEqual(new Set(["leaving"]))
    for (const reader of [waiting, taking]) reader.end()
  })
)
