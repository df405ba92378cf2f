import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { select } from "./Selection.ts"
import { filtersOf, tableOf } from "../testing/TestContent.ts"
import * as View from "./View.ts"

/** More distinct texts than go through Arquero, so that they are searched in their bytes. */
const odd = ["İstanbul", "ΟΔΟΣ", "ΑΣ.", "Straße", "ﬀ", "😀 Σ", "é", "Ⅷ", "Ǆ", "a\nb", 'q"uote', "\u0000", "ẞ", "K", "Å"]
const texts = [...odd, ...Array.from({ length: 5000 }, (_, i) => `${odd[i % odd.length]} WALL ${i}`)]
const table = tableOf({ products: texts.map((text) => ({ cells: [["S|P", text]] as const })) })

describe("Contains in a large dictionary", () => {
  test.each([
    ...odd,
    ...odd.map((text) => text.toLowerCase()),
    ...odd.map((text) => text.toUpperCase()),
    "",
    "wall 49",
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

  test("what is kept for it counts", () => {
    expect(table.byteLength).toBeGreaterThan(table.container.byteLength)
  })
})
