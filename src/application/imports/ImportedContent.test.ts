import { afterAll, expect, spyOn, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { sliceOf, type SharedSlice } from "../../domain/models/SharedSlice.ts"
import * as ImportedContent from "./ImportedContent.ts"

const folder = mkdtempSync(join(tmpdir(), "plinth-content-"))
afterAll(() => rmSync(folder, { recursive: true }))

const reading = async (text: string) => {
  const path = join(folder, "shared.jsonl")
  await Bun.write(path, text)
  return Effect.runPromiseExit(ImportedContent.all(path))
}

/** Returns the content of all slices together. */
const joined = (slices: ReadonlyArray<SharedSlice>): SharedSlice => ({
  locations: slices.flatMap(({ locations }) => locations),
  materials: slices.flatMap(({ materials }) => materials),
  codifications: slices.flatMap(({ codifications }) => codifications),
  codes: slices.flatMap(({ codes }) => codes)
})

const material = { name: "Oak", description: null, category: "Wood", properties: [] }
const location = {
  guid: "0000000000000000000001",
  name: "Site",
  type: "Site",
  parent: -1,
  longName: null,
  properties: [{ set: "S", name: "a", value: "1" }]
}
const nothing = { locations: [], materials: [], codifications: [], codes: [] }

test("shared data of any length is read as it was written", async () => {
  const name = `Größe "日本" 😀\n${"x".repeat(200_000)}`
  const content = {
    ...nothing,
    locations: [location, { ...location, name, parent: 0 }],
    materials: Array.from({ length: 12_001 }, (_, i) => ({ ...material, name: `Eiche ${i} ß` }))
  }
  const read = await reading([...ImportedContent.lines(content)].join(""))
  expect(Exit.map(read, joined)).toEqual(Exit.succeed(sliceOf(content)))
  expect(await reading([...ImportedContent.lines(nothing)].join(""))).toEqual(Exit.succeed([]))
})

test("only a few items are read in one turn of the event loop, however long the file is", async () => {
  const content = { ...nothing, materials: Array.from({ length: 50_000 }, () => material) }
  const text = [...ImportedContent.lines(content)].join("")
  let [now, most, isOver] = [0, 0, false]
  const turn = (): void => {
    now = 0
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const parse = JSON.parse
  const spy = spyOn(JSON, "parse").mockImplementation((line) => {
    const read = parse(line) as SharedSlice
    most = Math.max(most, (now += read.materials.length))
    return read
  })
  await reading(text)
  isOver = true
  spy.mockRestore()
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(2000)
})

test("a malformed file is a defect", async () => {
  const slice = (members: object) => `${JSON.stringify({ ...nothing, ...members })}\n`
  const place = { guid: "0", name: "Site", type: "Site", parent: -1 }
  expect(await reading(`${slice({ locations: [place] })}[]\n`)).toMatchObject({ _tag: "Success" })
  for (const wrong of [
    "[]\n",
    "{}\n",
    "null\n",
    "x\n",
    slice({ materials: [{ name: 1 }] }),
    slice({ materials: {} }),
    slice({ locations: [{}] }),
    slice({ locations: [place] })
  ]) {
    expect(await reading(wrong)).toMatchObject({ _tag: "Failure", cause: { _tag: "Die" } })
  }
})

test("a slice has few rows, and properties of locations are not parsed, whatever their length", async () => {
  const properties = Array.from({ length: 1000 }, (_, i) => ({ set: "S", name: `${i}`, value: "ä".repeat(8 * 1024) }))
  const content = {
    ...nothing,
    locations: [{ ...location, longName: "Long", properties }, location],
    materials: Array.from({ length: 3000 }, () => material)
  }
  const lines = [...ImportedContent.lines(content)].join("")
  const parse = spyOn(JSON, "parse")
  const slices = Exit.getOrElse(await reading(lines), () => [])
  const lengths = parse.mock.calls.map(([line]) => line.length)
  parse.mockRestore()
  expect(lengths).toHaveLength(slices.length)
  expect(Math.max(...lengths)).toBeLessThan(128 * 1024)
  for (const { codes, codifications, locations, materials } of slices) {
    expect(locations.length + materials.length + codifications.length + codes.length).toBeLessThanOrEqual(500)
  }
  expect(slices.length).toBeGreaterThan(6)
  expect(joined(slices)).toEqual(sliceOf(content))
})

test("a hundred thousand items of a kind are read; a file with more is a defect", async () => {
  const many = (length: number) =>
    reading([...ImportedContent.lines({ ...nothing, materials: Array.from({ length }, () => material) })].join(""))
  const most = await many(100_000)
  expect(Exit.map(most, (slices) => joined(slices).materials.length)).toEqual(Exit.succeed(100_000))
  expect(await many(100_001)).toMatchObject({ _tag: "Failure", cause: { _tag: "Die" } })
})
