import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { Edit } from "../../domain/edits/Edit.ts"
import { readModel } from "../ReadModel.ts"
import { hostile } from "../testing/HostileIfc.ts"
import { patchModel } from "./PatchModel.ts"

const library = {
  materials: new Map([["m", { name: "New", description: null, category: null }]]),
  codes: new Map([["c", { identification: "2", name: "Two", description: null, uri: null, system: null }]]),
  locations: new Map(),
  definitions: new Map()
}

/** A third is deleted; all others get a new value in every kind of cell. */
const editsOf = (guids: ReadonlyArray<string>): ReadonlyArray<Edit> =>
  guids.flatMap((guid, i): ReadonlyArray<Edit> => {
    if (i % 3 === 0) return [{ kind: "Deleted", guid }]
    const now = { value: `v${i}`, type: "String", quantity: false, unit: null } as const
    return [
      { kind: "Property", guid, set: "S", name: "P0", now },
      { kind: "Attribute", guid, name: "Name", now: "X" },
      { kind: "Material", guid, now: "m" },
      { kind: "Codes", guid, now: ["c"] },
      { kind: "SpatialLocation", guid, now: "" }
    ]
  })

describe("a hostile file can be read again after a patch, or fails alike", () => {
  test.each(Object.keys(hostile))("%s", (name) => {
    const bytes = Buffer.from(hostile[name]!(300))
    const read = readModel(bytes)
    const guid = Either.isRight(read) ? read.right.content.products.guid : []
    const patched = patchModel(bytes, editsOf(guid), library, { version: "1", publishedAt: 1_700_000_000_000 })
    if (Either.isLeft(read)) {
      expect(Either.getOrThrow(Either.flip(patched))).toEqual(read.left)
      return
    }
    const made = Either.getOrThrow(patched)
    const again = Either.getOrThrow(readModel(Buffer.concat([...made.pieces])))
    // A product whose GlobalId is missing or not unique may get another one.
    expect(again.content.products.guid.length).toBe(guid.filter((_, i) => i % 3 !== 0).length)
  })
})
