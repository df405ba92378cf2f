import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Either from "effect/Either"
import type { Edit } from "../../domain/edits/Edit.ts"
import { patchModel } from "./PatchModel.ts"
import { PatchTooLarge, StepPatch } from "./StepPatch.ts"

const house = readFileSync(join(import.meta.dir, "../../../spec-tests/fixtures/house.ifc"))
const nothing = { materials: new Map(), codes: new Map(), locations: new Map(), definitions: new Map() }

/** A value of a set that two members share. */
const edit: Edit = {
  kind: "Property",
  guid: "2Beam00000000000000000",
  set: "Delivery",
  name: "Lot",
  now: { value: "L-8", type: "String", quantity: false, unit: null }
}

test("edits that add more than the limit are refused", () => {
  const patched = (mostAdded: number) =>
    patchModel(house, [edit], nothing, { version: "1", publishedAt: 0 }, { mostAdded })
  expect(Either.isRight(patched(1000))).toBe(true)
  expect(Either.flip(patched(100))).toEqual(Either.right(new PatchTooLarge(100)))
})

test("unchanged bytes are kept, in small and large files", () => {
  const bytes = Buffer.alloc(3_000_000, "x")
  const patch = new StepPatch(bytes, 2_000_000, 1, 1000)
  patch.replace(10, 20, "ten bytes more!")
  patch.replace(2_500_000, 2_500_001, "")
  patch.replace(10, 10, "before")
  patch.add("IfcWall", ["$"])
  const made = Buffer.concat([...patch.pieces()]).toString()
  const wanted = [bytes.subarray(0, 10), "beforeten bytes more!", bytes.subarray(20, 2_000_000), "#2=IFCWALL($);\n"]
  expect(made).toBe(`${wanted.join("")}${"x".repeat(999_999)}`)
})

test("changing bytes twice is a defect", () => {
  const patch = new StepPatch(Buffer.from("0123456789"), 9, 1, 1000)
  patch.replace(1, 4, "a")
  patch.replace(3, 5, "b")
  expect(() => [...patch.pieces()]).toThrow("changed twice")
})
