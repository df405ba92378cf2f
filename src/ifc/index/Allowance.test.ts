import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { readModel } from "../ReadModel.ts"
import { hostile } from "../testing/HostileIfc.ts"

const reading = (name: string, n: number) => Either.getOrThrow(readModel(hostile[name]!(n)))

describe("data stated once and used often", () => {
  test("is read completely in usual proportions", () => {
    const { content, report } = reading("a set that many objects share", 300)
    expect(content.cells.count).toBe(300 * 300)
    expect(report.warnings).toEqual([])
  })

  const table: ReadonlyArray<readonly [string, number, RegExp]> = [
    ["a set that many objects share", 2000, /^Objects that share too many properties, which were left out: \d+ \(#\d/],
    ["a set that many types' objects share", 2000, /^Objects that share too many properties, which were left out: /],
    ["many sets in one relation", 2000, /^Objects that share too many property sets, which were left out: /],
    ["a long text in many sets", 1000, /^Properties that too many sets share, which were left out: /],
    ["parts of parts", 1000, /^Properties that too many sets share, which were left out: /],
    ["many codes of a type", 2000, /^Objects that share too many classification codes, which were left out: /],
    [
      "a long material of many layers",
      2000,
      /^Instances that were not read each time, because too many others refer to them: 1 \(#6\)$/
    ]
  ]
  test.each(table)("%s: the excess is left out and reported, and products are kept", (name, n, warning) => {
    const { content, report } = reading(name, n)
    expect(report.warnings.filter((line) => warning.test(line))).toHaveLength(1)
    expect(content.products.count).toBe(Object.values(report.products).reduce((sum, count) => sum + count, 0))
    expect(content.cells.count).toBeLessThan(1_000_000)
  })

  test("of the words of an enumeration with a thousand properties, only some properties get them", () => {
    const { content } = reading("words of one enumeration in many sets", 2000)
    const sizes = content.properties.map(({ enumeration }) => enumeration?.length ?? 0)
    expect([sizes.length, sizes[0], sizes.at(-1)]).toEqual([2000, 2000, 0])
  })

  test("names of units are cut at 1,024 characters", () => {
    const { content, report } = reading("units of units of units", 6)
    expect(content.units.every(({ name }) => name.length <= 1024)).toBe(true)
    expect(report.warnings).toEqual([expect.stringMatching(/^Names that were cut at 1,024 characters: 5 /)])
  })
})
