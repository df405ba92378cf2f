/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import type { CheckFailure, SpecificationResult } from "./CheckCalls.ts"
import { checkTopicsOf } from "./CheckTopics.ts"

const failure = (guid: string | null, step = 1): CheckFailure => ({
  guid,
  step,
  class: "IfcWall",
  name: null,
  reason: "missing"
})

const specification = (name: string, more: Partial<SpecificationResult> = {}): SpecificationResult => ({
  name,
  status: "Failed",
  applicable: 3,
  passed: 1,
  failed: 2,
  requirements: [
    { text: "It must have a Tag", passed: 1, failed: 2, failures: [failure("a"), failure("b")] },
    { text: "It must have a Name", passed: 2, failed: 1, failures: [failure("b")] },
    { text: "It must be a wall", passed: 3, failed: 0, failures: [] }
  ],
  ...more
})

const of = (...specifications: ReadonlyArray<SpecificationResult>) =>
  checkTopicsOf("/projects/1/models/2", "House", { requirements: { id: 7, title: "Hand-over" }, specifications })

test("a failed specification is a topic that says what fails in words and selects each product once", () => {
  const topics = of(specification("Passed", { status: "Passed" }), specification("Tags"))
  expect([...topics.keys()]).toEqual([1])
  expect(topics.get(1)).toMatchObject({
    title: "Tags",
    description: `Hand-over. Model: House.
2 of 3 fail this specification.
- It must have a Tag (2)
- It must have a Name (1)`,
    failing: ["a", "b"]
  })
})

test("a prohibited specification says why it failed and selects what it applies to", () => {
  const reason = "Nothing of it may exist"
  const topic = of(specification("Chimneys", { reason, failures: [failure("c"), failure(null)], requirements: [] }))
  expect(topic.get(0)!.failing).toEqual(["c"])
  expect(topic.get(0)!.description.split("\n")).toEqual([
    "Hand-over. Model: House.",
    reason,
    "2 of 3 fail this specification.",
    "The view selects 1 of the 2: results list no more, or these have no GlobalId."
  ])
})

test("guids stay the same, and differ between specifications, documents and models", () => {
  const guidsOf = (topics: ReturnType<typeof of>) => [...topics.values()].map(({ guid }) => guid)
  const all = guidsOf(of(specification("A"), specification("A"), specification("B")))
  expect(new Set(all).size).toBe(3)
  expect(guidsOf(of(specification("A", { failed: 9 }), specification("A", { status: "Passed" })))).toEqual([all[0]!])
  for (const guid of all) expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const requirements = { id: 8, title: "Hand-over" }
  const specifications = [specification("A")]
  const others = [
    checkTopicsOf("/projects/1/models/2", "House", { requirements, specifications }),
    checkTopicsOf("/projects/1/models/3", "House", { requirements: { ...requirements, id: 7 }, specifications })
  ].flatMap(guidsOf)
  expect(new Set([...all, ...others]).size).toBe(5)
})

test("titles and descriptions are as long as a topic takes", () => {
  const text = "😀".repeat(300)
  const requirements = Array.from({ length: 30 }, () => ({ text, passed: 0, failed: 1, failures: [failure("a")] }))
  const { description, title } = of(specification(text, { requirements })).get(0)!
  expect([Array.from(title).length, Array.from(description).length]).toEqual([255, 4000])
  expect([title.isWellFormed(), description.isWellFormed()]).toEqual([true, true])
})
