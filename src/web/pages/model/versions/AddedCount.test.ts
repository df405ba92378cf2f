/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { texts } from "../ModelTexts.ts"
import { addedIn } from "./AddedCount.ts"

const version = { cells: 4, deletedProducts: 1 }
const textOf = (changes: Parameters<typeof addedIn>[1]): string =>
  texts.versions.counts(4, addedIn(version, changes), 1)

test("added products are what remains of all changes, and unknown if these cannot be read", () => {
  const failure = { status: 404, code: "VersionNotFound", details: "", requestId: null }
  expect(textOf({ value: { totalCount: 7 } })).toBe("4 values changed, 2 added, 1 deleted")
  expect(textOf({ failure })).toBe("4 values changed, 1 deleted, number of added products unknown")
  expect(textOf(null)).toBe("4 values changed, 1 deleted")
})
