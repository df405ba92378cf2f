/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { budgetOf, mostModels, neededFor, refusalOf } from "./Budget.ts"

test("a scene takes models until its memory is full", () => {
  expect(refusalOf([600], 9, 1000)).toBeNull()
  expect(refusalOf([600], 10, 1000)).toBeNull()
  expect(refusalOf([600], 11, 1000)).toEqual({ tag: "TooLarge", needed: neededFor(11), left: 400 })
  expect(refusalOf([600, 600], 1, 1000)).toEqual({ tag: "TooLarge", needed: neededFor(1), left: 0 })
})

test("a single model is shown however large it is", () => {
  expect(refusalOf([], 1_000_000, 1000)).toBeNull()
})

test("a scene has a limited number of models", () => {
  const full = Array.from({ length: mostModels }, () => 0)
  expect(refusalOf(full.slice(1), 0, 1000)).toBeNull()
  expect(refusalOf(full, 0, 1000)).toEqual({ tag: "TooMany", most: mostModels })
})

test("small devices have less memory for a scene", () => {
  expect(budgetOf(undefined)).toBe(1_000_000_000)
  expect(budgetOf(64)).toBe(1_000_000_000)
  expect(budgetOf(2)).toBe(250_000_000)
})
