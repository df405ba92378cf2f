import { expect, test } from "bun:test"
import * as FastCheck from "effect/FastCheck"
import { type Path, scanJson, sliceBytes } from "./JsonScan.ts"

/** Every value of a document with its place, in the order in which a reader reaches their starts. */
const walk = function* (value: unknown, path: Path = []): Generator<readonly [Path, unknown]> {
  yield [path, value]
  if (typeof value !== "object" || value === null) return
  for (const [key, member] of Object.entries(value)) {
    yield* walk(member, [...path, Array.isArray(value) ? Number(key) : key])
  }
}

const streamOf = (bytes: Uint8Array, size: number) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
      controller.close()
    }
  })

const scanned = async (text: string, depth: number, size: number) => {
  const found: Array<readonly [Path, unknown]> = []
  await scanJson(
    streamOf(Buffer.from(text), size),
    (path) => path.length === depth,
    (path, value) => found.push([path, value])
  )
  return found
}

test("all values at a depth are found with their places, however the bytes arrive", () =>
  FastCheck.assert(
    FastCheck.asyncProperty(
      FastCheck.jsonValue({ noUnicodeString: false }),
      FastCheck.integer({ min: 0, max: 3 }),
      FastCheck.integer({ min: 1, max: 7 }),
      FastCheck.boolean(),
      async (value, depth, size, isSpaced) => {
        const text = JSON.stringify(value, null, isSpaced ? 2 : 0)
        const same: unknown = JSON.parse(text)
        expect(await scanned(text, depth, size)).toEqual([...walk(same)].filter(([path]) => path.length === depth))
      }
    ),
    { numRuns: 60 }
  ))

test("other work of the event loop runs while a large document is read", async () => {
  let [turns, isOver] = [0, false]
  const count = (): void => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const text = JSON.stringify({ rows: Array.from({ length: 5_000 }, (_, i) => ({ name: `row ${i}`, value: i })) })
  let rows = 0
  await scanJson(
    streamOf(Buffer.from(text), text.length),
    (path) => path.length === 2,
    () => rows++
  )
  isOver = true
  expect(rows).toBe(5_000)
  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / sliceBytes))
})

test("nothing is read after the value at which the reader stops", async () => {
  let [pulls, isCancelled] = [0, false]
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Buffer.from(pulls++ === 0 ? `[0,1,2,3,` : `${pulls},`)),
    cancel: () => void (isCancelled = true)
  })
  const found: Array<unknown> = []
  await scanJson(
    endless,
    (path) => path.length === 1,
    (_, value) => found.push(value) < 2
  )
  expect([found, isCancelled]).toEqual([[0, 1], true])
})
