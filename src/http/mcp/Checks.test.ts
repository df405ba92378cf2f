import { expect, test } from "bun:test"
import { limits } from "../../domain/Limits.ts"
import { answering } from "./testing/FakeApi.ts"
import { checkRequirements, waitedFor } from "./tools/Checks.ts"

const failures = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    guid: `g${i}`,
    step: i,
    class: "IfcWall",
    name: `"W ${i}"`,
    reason: "no"
  }))

const requirement = (count: number, listed = count) => ({
  text: "a name",
  facet: "attribute",
  passed: 0,
  failed: count,
  failures: failures(listed)
})

/** A service with a check that has ended with these specifications. */
const ended = (specifications: ReadonlyArray<object>) =>
  answering((path) => {
    if (path.startsWith("/v1/operations/")) return { id: "op", status: "Ready", percentageCompleted: 100 }
    if (path.endsWith("/result")) return { downloadUrl: "https://a.example/v1/files/x", csvUrl: "csv", bcfUrl: "bcf" }
    return { operationId: "op", requirements: { id: 1, title: "T" }, status: "Failed", specifications }
  })

const place = { projectId: 1, modelId: 1, operationId: "op" }

const bytesOf = (structure: object) => {
  const text = JSON.stringify(structure)
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text))
}

test("a result lists the first failures of each requirement, and counts the others", async () => {
  const prohibited = { name: "B", status: "Failed", passed: 0, failed: 2, failures: failures(2), requirements: [] }
  const specifications = [
    { name: "A", status: "Failed", requirements: [requirement(1500, 1000), requirement(3)] },
    prohibited
  ]
  const result = await checkRequirements.run(place, ended(specifications))
  const most = limits.failuresOfTool.most
  const first = { ...requirement(1500, most), failuresLeftOut: 1500 - most }
  expect(result).toMatchObject({ requirements: { id: 1, title: "T" }, result: "Failed", csvUrl: "csv", bcfUrl: "bcf" })
  expect(result["specifications"]).toEqual([
    { ...specifications[0], requirements: [first, requirement(3)] },
    prohibited
  ])
})

test("a specification of any size is read value by value, and fits into a result", async () => {
  const service = ended([
    { name: "Large", status: "Failed", requirements: Array.from({ length: 200 }, () => requirement(1000)) },
    { name: "Small", status: "Failed", requirements: [requirement(1)] }
  ])
  let largest = 0
  const scan: typeof service.scan = (path, request, isWanted, onValue) =>
    service.scan(path, request, isWanted, (at, value) => {
      largest = Math.max(largest, JSON.stringify(value).length)
      return onValue(at, value)
    })
  const result = await checkRequirements.run(place, { ...service, scan })
  expect(largest).toBeLessThan(200)
  expect(bytesOf(result)).toBeLessThanOrEqual(limits.toolResultBytes.most)
  const [large, small] = result["specifications"] as ReadonlyArray<{
    readonly requirements: ReadonlyArray<object>
    readonly requirementsLeftOut: number
  }>
  expect(large!.requirements.length).toBeGreaterThan(10)
  expect(large!.requirements.length + large!.requirementsLeftOut).toBe(200)
  expect(small).toMatchObject({ name: "Small", requirements: [requirement(1)] })
})

test("a specification of many requirements that all pass keeps its texts", async () => {
  const passing = {
    text: "The name is one of the names of walls.",
    facet: "attribute",
    passed: 5,
    failed: 0,
    failures: []
  }
  const many = { name: "Many", status: "Passed", requirements: Array.from({ length: 1000 }, () => passing) }
  const result = await checkRequirements.run(place, ended([many]))
  expect(bytesOf(result)).toBeLessThanOrEqual(limits.toolResultBytes.most)
  const [only] = result["specifications"] as [typeof many & { readonly requirementsLeftOut: number }]
  expect(only).toMatchObject({ name: "Many", status: "Passed" })
  expect(only.requirements[0]).toEqual(passing)
  expect(only.requirements.length).toBeGreaterThan(100)
  expect(only.requirements.length + only.requirementsLeftOut).toBe(1000)
})

test("each specification is returned once, and a follow-up call names the operation", async () => {
  const specifications = Array.from({ length: 70 }, (_, i) => ({
    name: `S${i}`,
    status: "Failed",
    requirements: [requirement(20)]
  }))
  const names: Array<unknown> = []
  for (let next: unknown = null, results = 0; next !== undefined; results++) {
    const result = await checkRequirements.run({ ...place, next }, ended(specifications))
    expect(bytesOf(result)).toBeLessThanOrEqual(limits.toolResultBytes.most)
    names.push(...(result["specifications"] as ReadonlyArray<{ name: string }>).map(({ name }) => name))
    next = result["next"]
    expect(String(result["leftOut"]).includes('operationId "op"')).toBe(next !== undefined)
    expect(results).toBeLessThan(10)
  }
  expect(names).toEqual(specifications.map(({ name }) => name))
})

test("a call waits for a check for some time, and then returns the operation", async () => {
  expect(limits.waitOfTool.most).toBe(30)
  let asked = 0
  const running = answering(() => ({ id: "op", status: ++asked > 1_000 ? "Ready" : "InProgress" }))
  expect(await waitedFor(running, "op", 0.5)).toMatchObject({ status: "InProgress" })
  expect(asked).toBeGreaterThan(1)
})
