import { expect, test } from "bun:test"
import { blocksOf } from "./Blocks.ts"
import type { DocumentObject } from "./Document.ts"
import { limits } from "./Limits.ts"
import { identity } from "./Matrix.ts"

const bare = { id: "", name: "", kind: null, layer: 0, color: null, texts: [] } as const

/** Blocks of a document whose definitions contain these items: numbers of triangles, or names of other definitions. */
const blocks = (definitions: Readonly<Record<string, ReadonlyArray<number | string>>>, depth = limits.depth) => {
  const members = Object.entries(definitions).flatMap(([name, of]) =>
    of.map((member, i) => [`${name}${i}`, member] as const)
  )
  const ids = new Map<string, number>(members.map(([id], at) => [id, at]))
  let looked = 0
  const blockOf = blocksOf(
    {
      definitions: new Map(
        Object.entries(definitions).map(([name, of]) => [name, { name, members: of.map((_, i) => `${name}${i}`) }])
      ),
      memberAt: (id) => ids.get(id),
      countTriangles: (at) => members[at]![1] as number,
      object: (at): DocumentObject => {
        looked++
        const member = members[at]![1]
        return { ...bare, stands: typeof member === "string" ? { definition: member, matrix: identity } : null }
      }
    },
    { ...limits, depth }
  )
  return { blockOf, looked: () => looked }
}

test("parts and triangles of all levels are counted, with one visit of each definition", () => {
  const { blockOf, looked } = blocks({ a: ["b", "b", 5, 0], b: ["c", "c", "missing"], c: [1, 2] })
  expect(blockOf("a")).toMatchObject({ parts: 9, triangles: 17, depth: 3 })
  blockOf("b")
  expect(looked()).toBe(9)
  expect(blockOf("missing")).toBeNull()
})

test.each([
  ["itself", { a: ["a"] }],
  ["a block of it", { a: [1, "b"], b: ["c"], c: [2, "a"] }]
])("a block that is part of %s is refused", (_, definitions) => {
  const { blockOf } = blocks(definitions)
  expect(() => blockOf("a")).toThrow(
    expect.objectContaining({ code: "InvalidModelFile", reason: "The block 'a' is part of itself" })
  )
})

test("blocks at the maximum depth are accepted from either end", () => {
  const chain = { a: ["b"], b: ["c"], c: ["d"], d: [1] }
  expect(blocks(chain, 4).blockOf("a")).toMatchObject({ depth: 4 })
  for (const order of [["a"], ["c", "b", "a"]]) {
    const { blockOf } = blocks(chain, 3)
    expect(() => order.map(blockOf)).toThrow(expect.objectContaining({ code: "ResourceLimit" }))
  }
})
