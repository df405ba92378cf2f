import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import * as Answers from "../../application/Answers.ts"
import { effect } from "../../testing/EffectTest.ts"
import { arrayStream, groupStream, inArray, objectStream, streamed } from "./StreamedJson.ts"

const write = (item: unknown) => JSON.stringify(item)
const responseTo = <E>(pieces: Stream.Stream<string, E>) =>
  streamed(pieces, Answers.make(Effect.runSync(Answers.AnswerLimits)).flow("ada"))
const textOf = (pieces: Stream.Stream<string>) =>
  Effect.flatMap(responseTo(pieces), (response) => Effect.promise(() => response.text()))

effect("what is written while it is read is the same as what is written at once", () =>
  Effect.gen(function* () {
    for (const list of [[], ["a"], Array.from({ length: 20_000 }, (_, i) => `Größe ${i}`)]) {
      const items = Stream.fromIterable(list).pipe(Stream.rechunk(700))
      const response = yield* responseTo(arrayStream(items, write))
      expect(response.headers.get("content-type")).toBe("application/json")
      expect(yield* Effect.promise(() => response.json())).toEqual(list)
      for (const head of [{}, { name: 'a "b"', none: null }]) {
        const members = { list: arrayStream(items, write), "last one": arrayStream(Stream.empty, write) }
        expect(yield* textOf(objectStream(head, members))).toBe(JSON.stringify({ ...head, list, "last one": [] }))
      }
    }
  })
)

effect("rows that stand group by group are written as lists in their groups, those of empty groups too", () =>
  Effect.gen(function* () {
    const rows = [
      { group: "a", item: 1 },
      { group: "a", item: 2 },
      { group: "b", item: null },
      { group: "c", item: 3 }
    ]
    const pieces = (count: number, chunk: number) =>
      groupStream(Stream.fromIterable(rows.slice(0, count)).pipe(Stream.rechunk(chunk)), {
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

effect("pieces are made when the client takes them, and no more once it has gone", () =>
  Effect.gen(function* () {
    let made = 0
    let ended = false
    const piece = "x".repeat(10_000)
    const pieces = Stream.repeatEffect(Effect.sync(() => `${made++}${piece}`)).pipe(
      Stream.rechunk(1),
      Stream.ensuring(Effect.sync(() => (ended = true)))
    )
    const reader = (yield* responseTo(pieces)).body!.getReader()
    yield* Effect.promise(() => reader.read())
    yield* Effect.promise(() => Bun.sleep(20))
    expect(made).toBeGreaterThan(0)
    expect(made).toBeLessThan(20)
    yield* Effect.promise(() => reader.cancel())
    expect(ended).toBe(true)
  })
)

test("what fails at once is a failure, what fails later breaks the answer off", async () => {
  const failed = await Effect.runPromiseExit(responseTo(Stream.fail("no")))
  expect(Exit.isFailure(failed)).toBe(true)
  const early = Stream.concat(Stream.make("["), Stream.fail("no"))
  expect(Exit.isFailure(await Effect.runPromiseExit(responseTo(early)))).toBe(true)
  const later = Stream.concat(Stream.make("[".repeat(100_000)), Stream.fail("no"))
  const response = await Effect.runPromise(responseTo(later))
  expect(await response.text().then(String, () => "broken")).toBe("broken")
})

effect("a list that its reader leaves is given up, with what it holds", () =>
  Effect.gen(function* () {
    const answers = Answers.make(Effect.runSync(Answers.AnswerLimits), 50)
    let ended = false
    const pieces = Stream.repeatValue("x".repeat(10_000)).pipe(
      Stream.rechunk(1),
      Stream.ensuring(Effect.sync(() => (ended = true)))
    )
    const response = yield* streamed(pieces, answers.flow("ada"))
    const reader = response.body!.getReader()
    yield* Effect.promise(() => reader.read())
    expect(yield* answers.bytesHeld).toBeGreaterThan(0)
    yield* Effect.sleep("150 millis")
    expect([ended, yield* answers.bytesHeld]).toEqual([true, 0])
    expect(yield* Effect.promise(() => reader.read().then(() => "more", String))).toContain("given up")
  })
)
