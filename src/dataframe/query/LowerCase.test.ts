import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Condition from "../../domain/products/Condition.ts"
import { compareCodePoints } from "../../domain/Text.ts"
import { select } from "./Selection.ts"
import { filtersOf, tableOf } from "../testing/TestContent.ts"
import * as View from "./View.ts"

/** There are more distinct texts than Arquero filters, so their bytes are searched. */
const odd = [
  "İstanbul",
  "ΟΔΟΣ",
  "ΑΣ.",
  "Straße",
  "ﬀ",
  "😀 Σ",
  "é",
  "Ⅷ",
  "Ǆ",
  "a\nb",
  'q"uote',
  "\u0000",
  "ẞ",
  "K",
  "Å",
  "a_B[c]@^\\",
  "A\x7fb{C}`~|"
]
const texts = [...odd, ...Array.from({ length: 5000 }, (_, i) => `${odd[i % odd.length]} WALL ${i}`)]
const table = tableOf({ products: texts.map((text) => ({ cells: [["S|P", text]] as const })) })

describe("Contains in a large dictionary", () => {
  test.each([
    ...odd,
    ...odd.map((text) => text.toLowerCase()),
    ...odd.map((text) => text.toUpperCase()),
    "",
    "wall 49",
    "_",
    "[C]",
    "{c",
    "B\x7f",
    "~|",
    "^",
    "\\",
    "WALL 4999",
    "i̇",
    "\u0307",
    "σ",
    "ς",
    "l 1\n",
    "\ud83d",
    "nothing of this"
  ])("%p is found as toLowerCase finds it", (value) => {
    const selected = Either.getOrThrow(
      select(table, View.empty("1"), { filters: filtersOf([{ property: "P", operator: "Contains", value }]) })
    )
    const expected = texts.flatMap((text, row) => (text.toLowerCase().includes(value.toLowerCase()) ? [row] : []))
    expect([...selected.indices()]).toEqual(expected)
  })

  test.each(["_", "[C]", "{c", "`", "B\x7f", "~|", "^", "\\", "@", "wall 49", "WALL 4999", "c] w", "zz"])(
    "%p is found among texts in ASCII",
    (value) => {
      const signs = ["a_B[c]@^\\", "A\x7fb{C}`~|"]
      const ascii = Array.from({ length: 5000 }, (_, i) => `${signs[i % 2]} WALL ${i}`)
      const all = tableOf({ products: ascii.map((text) => ({ cells: [["S|P", text]] as const })) })
      const filters = filtersOf([{ property: "P", operator: "Contains", value }])
      const expected = ascii.flatMap((text, row) => (text.toLowerCase().includes(value.toLowerCase()) ? [row] : []))
      expect([...Either.getOrThrow(select(all, View.empty("1"), { filters })).indices()]).toEqual(expected)
    }
  )

  // Quadratic work would take minutes.
  test("a text that is found across the ends of texts at every byte is searched in linear time", () => {
    const long = Array.from({ length: 1000 }, (_, i) => "a".repeat(20_000 + i))
    const repetitive = tableOf({ products: long.map((text) => ({ cells: [["S|P", text]] as const })) })
    const filters = filtersOf([{ property: "P", operator: "Contains", value: "A".repeat(20_998) }])
    const selected = Either.getOrThrow(select(repetitive, View.empty("1"), { filters }))
    expect([...selected.indices()]).toEqual([998, 999])
  })

  test("the search copies no texts", () => {
    const fresh = tableOf({ products: texts.map((text) => ({ cells: [["S|P", text]] as const })) })
    const before = fresh.byteLength
    const filters = filtersOf([{ property: "P", operator: "Contains", value: "wall 49" }])
    Either.getOrThrow(select(fresh, View.empty("1"), { filters }))
    expect(fresh.byteLength).toBe(before)
  })
})

describe("EndsWith in a large dictionary", () => {
  const foundBy = (operator: string, value: string): ReadonlyArray<number> => {
    const where = Either.getOrThrow(Condition.parse({ property: "P", operator, value }))!
    return [...Either.getOrThrow(select(table, View.empty("1"), { filters: filtersOf([]), where })).indices()]
  }
  const lower = texts.map((text) => text.toLowerCase())
  const rows = (accepts: (text: string) => boolean) => lower.flatMap((text, row) => (accepts(text) ? [row] : []))

  test.each([...odd, "K WALL", "k wall 28", "I", "a\nb wall", "WALL 3", " 499", "9", "ALL 4999", "nothing of this"])(
    "%p is found as toLowerCase finds it",
    (value) => {
      const sought = value.toLowerCase()
      expect(foundBy("StartsWith", value)).toEqual(rows((text) => text.startsWith(sought)))
      expect(foundBy("EndsWith", value)).toEqual(rows((text) => text.endsWith(sought)))
    }
  )

  test.each([...odd, "k wall 28", "a\nb wall", "wall", "i", "zz"])("texts are compared with %p", (value) => {
    const sought = value.toLowerCase()
    expect(foundBy("GreaterThan", value)).toEqual(rows((text) => compareCodePoints(text, sought) > 0))
    expect(foundBy("LessThanOrEquals", value)).toEqual(rows((text) => compareCodePoints(text, sought) <= 0))
  })
})
