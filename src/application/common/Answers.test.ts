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

effect("small answers are left alone, large ones are held until they are taken to the end", () =>
  Effect.gen(function* () {
    const answers = Answers.make(limits)
    const small = new Uint8Array(Answers.largeBytes)
    expect(yield* answers.keep("ada", small)).toBe(small)
    expect(yield* answers.bytesHeld).toBe(0)
    for (const bytes of [new Uint8Array(large), Buffer.alloc(large)]) {
      const body = untaken(yield* answers.keep("ada", crypto.getRandomValues(bytes)))
      const whole = Uint8Array.from(bytes)
      expect([body.length, yield* answers.bytesHeld]).toEqual([large, large])
      expect(body.next()).toEqual(whole)
      expect([yield* answers.bytesHeld, bytes.buffer.byteLength]).toEqual([0, 0])
      expect(body.next()).toBe(null)
    }
  })
)

effect("what has been handed out to its end is not given up, however late its reader asks whether there is more", () =>
  Effect.gen(function* () {
    const answers = Answers.make(limits, 5)
    const body = untaken(yield* answers.keep("ada", new Uint8Array(large)))
    expect(body.next()).not.toBe(null)
    yield* Effect.sleep("30 millis")
    expect(body.next()).toBe(null)
  })
)

effect("256 MB of a user wait for their readers, 512 MB in all; before more is made there must be room for it", () =>
  Effect.gen(function* () {
    const answers = Answers.make(limits)
    const rooms = yield* Effect.forEach(["ada", "ada", "bert"], (user) => answers.room(user, 128 * 1024 * 1024))
    expect(yield* Effect.flip(answers.room("ada", 1))).toMatchObject({ _tag: "Overloaded" })
    expect(yield* Effect.flip(answers.room("cleo", 128 * 1024 * 1024))).toMatchObject({ _tag: "Overloaded" })
    // Who asks for little is served meanwhile.
    const ofCleo = untaken(yield* answers.keep("cleo", megabytes(1)))
    expect(ofCleo.next()).not.toBe(null)
    rooms[0]!.release()
    const room = yield* answers.room("ada", 1)
    yield* room.grow(128 * 1024 * 1024)
    expect(yield* Effect.flip(room.grow(128 * 1024 * 1024 + 1))).toMatchObject({ _tag: "Overloaded" })
    // What was made is less than there was room for.
    untaken(room.made(megabytes(2)))
    yield* answers.room("ada", 126 * 1024 * 1024)
  })
)

effect("what nobody takes in time is given up, what is taken as slowly as allowed is not", () =>
  Effect.gen(function* () {
    const answers = Answers.make(limits, 200)
    const [left, read] = [untaken(yield* answers.keep("ada", megabytes(8))), yield* answers.keep("bert", megabytes(8))]
    for (let stretch = 0; stretch < 2; stretch++) {
      for (let slice = 0; slice < 15; slice++) expect(untaken(read).next()).not.toBe(null)
      yield* Effect.sleep(stretch === 0 ? "300 millis" : "0 millis")
    }
    expect(() => left.next()).toThrow("given up")
    expect(yield* answers.bytesHeld).toBe(8 * 1024 * 1024)
    untaken(read).drop()
    expect(yield* answers.bytesHeld).toBe(0)
  })
)

effect("what lists keep while they are given is counted to their end, for users apart; short ones hold nothing", () =>
  Effect.gen(function* () {
    const answers = Answers.make({ ofUser: 2 * 1024 * 1024, inAll: 4 * 1024 * 1024, forFew: 0, fewBytes: 0 })
    const [short, long, last] = [answers.flow("ada"), answers.flow("ada"), answers.flow("ada")]
    yield* short.keep(Answers.largeBytes)
    expect(yield* answers.bytesHeld).toBe(0)
    yield* long.keep(1024 * 1024)
    yield* long.begin(() => {})
    expect(yield* answers.bytesHeld).toBeGreaterThan(1024 * 1024)
    expect(yield* Effect.flip(last.keep(1024 * 1024))).toMatchObject({ _tag: "Overloaded" })
    yield* answers.flow("bert").keep(1024 * 1024)
    long.end()
    expect(yield* answers.bytesHeld).toBe(1024 * 1024)
    yield* last.keep(1024)
  })
)

effect("who takes too little of a list loses it, who waits for it does not", () =>
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
