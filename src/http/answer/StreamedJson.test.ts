import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Answers from "../../application/common/Answers.ts"
import * as Pull from "../../runtime/Pull.ts"
import { effect } from "../../testing/EffectTest.ts"
import { arrayPieces, groupPieces, inArray, objectPieces, streamed } from "./StreamedJson.ts"

const write = (item: unknown) => JSON.stringify(item)
/** A list that yields some items at a time. */
const inTurns = <A>(items: ReadonlyArray<A>, some: number): Pull.Pull<A> =>
  Pull.eachOf(
    () => Array.from({ length: Math.ceil(items.length / some) }, (_, i) => i * some),
    (at) => Effect.succeed(items.slice(at, at + some))
  )
/** A list without an end, whose items are created on demand. */
const endless = (piece: () => string): Pull.Pull<string> => Effect.succeed(Effect.sync(() => [piece()]))
const responseTo = <E>(pieces: Pull.Pull<string, E>) =>
  streamed(pieces, Answers.make(Effect.runSync(Answers.AnswerLimits)).flow("ada"))
const textOf = (pieces: Pull.Pull<string>) =>
  Effect.flatMap(responseTo(pieces), (response) => Effect.promise(() => response.text()))

effect("a streamed body equals one that is written at once", () =>
  Effect.gen(function* () {
    for (const list of [[], ["a"], Array.from({ length: 20_000 }, (_, i) => `Größe ${i}`)]) {
      const items = inTurns(list, 700)
      const response = yield* responseTo(arrayPieces(items, write))
      expect(response.headers.get("content-type")).toBe("application/json")
      expect(yield* Effect.promise(() => response.json())).toEqual(list)
      for (const head of [{}, { name: 'a "b"', none: null }]) {
        const members = { list: arrayPieces(items, write), "last one": arrayPieces(Pull.make(), write) }
        expect(yield* textOf(objectPieces(head, members))).toBe(JSON.stringify({ ...head, list, "last one": [] }))
      }
    }
  })
)

effect("grouped rows are written as lists in their groups, including empty groups", () =>
  Effect.gen(function* () {
    const rows = [
      { group: "a", item: 1 },
      { group: "a", item: 2 },
      { group: "b", item: null },
      { group: "c", item: 3 }
    ]
    const pieces = (count: number, chunk: number) =>
      groupPieces(inTurns(rows.slice(0, count), chunk), {
        of: ({ group }) => group,
        open: ({ group }) => `{"name":"${group}","items":[`,
        close: ({ group }) => `],"end":"${group}"}`,
        item: ({ item }) => (item === null ? null : write(item))
      })
    const expected = [
      { name: "a", items: [1, 2], end: "a" },
      { name: "b", items: [], end: "b" },
      { name: "c", items: [3], end: "c" }
    ]
    for (const chunk of [1, 2, 10]) expect(JSON.parse(yield* textOf(inArray(pieces(4, chunk))))).toEqual(expected)
    expect(yield* textOf(inArray(pieces(0, 1)))).toBe("[]")
  })
)

effect("pieces are made on demand, and none after the client has disconnected", () =>
  Effect.gen(function* () {
    const answers = Answers.make(Effect.runSync(Answers.AnswerLimits))
    let made = 0
    const piece = "x".repeat(10_000)
    const pieces = endless(() => `${made++}${piece}`)
    const reader = (yield* streamed(pieces, answers.flow("ada"))).body!.getReader()
    yield* Effect.promise(() => reader.read())
    yield* Effect.promise(() => Bun.sleep(20))
    expect(made).toBeGreaterThan(0)
    expect(made).toBeLessThan(20)
    expect(yield* answers.bytesReserved).toBeGreaterThan(0)
    const before = made
    yield* Effect.promise(() => reader.cancel())
    yield* Effect.promise(() => Bun.sleep(20))
    expect([made, yield* answers.bytesReserved]).toEqual([before, 0])
  })
)

test("an early failure becomes an error response, a later one breaks the response off", async () => {
  const failed = await Effect.runPromiseExit(responseTo(Effect.fail("no")))
  expect(Exit.isFailure(failed)).toBe(true)
  const early = Pull.concat<string, string>([Pull.make("["), Effect.fail("no")])
  expect(Exit.isFailure(await Effect.runPromiseExit(responseTo(early)))).toBe(true)
  const later = Pull.concat<string, string>([Pull.make("[".repeat(100_000)), Effect.fail("no")])
  const response = await Effect.runPromise(responseTo(later))
  expect(await response.text().then(String, () => "broken")).toBe("broken")
})

effect("a list that its reader abandons is closed, and its memory released", () =>
  Effect.gen(function* () {
    const answers = Answers.make(Effect.runSync(Answers.AnswerLimits), 50)
    const pieces = endless(() => "x".repeat(10_000))
    const response = yield* streamed(pieces, answers.flow("ada"))
    const reader = response.body!.getReader()
    yield* Effect.promise(() => reader.read())
    expect(yield* answers.bytesReserved).toBeGreaterThan(0)
    yield* Effect.sleep("150 millis")
    expect(yield* answers.bytesReserved).toBe(0)
    expect(yield* Effect.promise(() => reader.read().then(() => "more", String))).toContain("given up")
  })
)
