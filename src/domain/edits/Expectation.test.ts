import { expect, test } from "bun:test"
import { expectationOf, nothing } from "./Expectation.ts"
import type { ModelChange } from "./ModelVersion.ts"

const field = { kind: "Property", set: "S", name: "N" } as const
const change: ModelChange = { guid: "a", field, before: 1, after: 2, change: "Changed" }

test.each<readonly [string, Partial<ModelChange>]>([
  ["another product", { guid: "b" }],
  ["another set", { field: { ...field, set: "T" } }],
  ["a set and a name that join to the same text", { field: { ...field, set: "S.N", name: "" } }],
  ["another public value", { before: 3 }],
  ["another value", { after: 3 }],
  ["a text with the digits of the number", { after: "2" }],
  ["no value", { after: null }],
  ["another kind of change", { change: "Added" }]
])("%s has another expectation", (_, other) =>
  expect(expectationOf([{ ...change, ...other }])).not.toBe(expectationOf([change]))
)

test("equal changes have the same expectation, and other changes have another one", () => {
  expect(expectationOf([{ ...change }])).toBe(expectationOf([change]))
  expect(new Set([nothing, expectationOf([change]), expectationOf([change, change])]).size).toBe(3)
})
