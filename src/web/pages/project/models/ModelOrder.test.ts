/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { ordered } from "./ModelOrder.ts"

const models = [
  { id: "1", name: "Storey 10", updatedAt: "2026-11-01T00:00:00.000Z", sizeBytes: 500 },
  { id: "2", name: "storey 9", updatedAt: "2026-11-03T00:00:00.000Z", sizeBytes: null },
  { id: "3", name: "Annex", updatedAt: "2026-11-02T00:00:00.000Z", sizeBytes: 900 }
]

const idsBy = (order: "name" | "date" | "size", ...pinned: ReadonlyArray<string>) =>
  ordered(models, order, (id) => pinned.includes(id)).map(({ id }) => id)

test("models are ordered by name with numbers as numbers, the newest or the largest first, unknown sizes last", () => {
  expect(idsBy("name")).toEqual(["3", "2", "1"])
  expect(idsBy("date")).toEqual(["2", "3", "1"])
  expect(idsBy("size")).toEqual(["3", "1", "2"])
})

test("pinned models come first in every order", () => {
  expect(idsBy("name", "1")).toEqual(["1", "3", "2"])
  expect(idsBy("size", "2", "1")).toEqual(["1", "2", "3"])
})
