import { expect, test } from "bun:test"
import type { ModelId } from "../../domain/Identifier.ts"
import { FailedModels } from "./FailedModels.ts"

const model = "7" as ModelId
const minute = 60_000

test("a model that fails is tried after pauses that double up to an hour", () => {
  const models = new FailedModels()
  let now = 0
  const pauses = Array.from({ length: 8 }, () => {
    expect(models.mayTry(model, "a", now)).toBe(true)
    models.failed(model, "a", now)
    const from = now
    while (!models.mayTry(model, "a", now)) now += minute
    return (now - from) / minute
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

test("a model that has changed, or that was written, begins anew", () => {
  const models = new FailedModels()
  models.failed(model, "a", 0)
  models.failed(model, "a", minute)
  expect(models.mayTry(model, "b", minute)).toBe(true)
  models.failed(model, "b", minute)
  expect(models.mayTry(model, "b", 2 * minute)).toBe(true)
  models.succeeded(model)
  expect(models.mayTry(model, "b", minute)).toBe(true)
})
