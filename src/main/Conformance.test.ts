import { afterAll, beforeAll, expect, test } from "bun:test"
import process from "node:process"
import type { Result } from "../../spec-tests/harness/Rule.ts"
import { runConformance } from "../../spec-tests/harness/Run.ts"
import { all } from "../../spec-tests/rules/All.ts"
import { open } from "./testing/ConformanceRun.ts"
import * as ConformanceSmoke from "./testing/ConformanceSmoke.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

// The smoke, or all rules with CONFORMANCE=all.
const tried = all.filter(({ id }) => process.env["CONFORMANCE"] === "all" || ConformanceSmoke.ids.has(id))
const ids = new Set(tried.map(({ id }) => id))
const results = new Map(tried.map(({ id }) => [id, Promise.withResolvers<Result>()]))
let service: ServiceProcess.ServiceProcess
let run: Promise<unknown>

beforeAll(async () => {
  service = await ServiceProcess.start()
  const [token, secondToken] = await Promise.all([service.token("ada"), service.token("bob")])
  run = runConformance({
    baseUrl: service.url,
    token,
    secondToken,
    ids,
    lanes: 6,
    onResult: (result) => results.get(result.id)!.resolve(result)
  })
})

afterAll(async () => {
  await run
  await service.stop()
})

test("the smoke list contains only existing rules", () => {
  expect([...ConformanceSmoke.ids].filter((id) => !all.some((rule) => rule.id === id))).toEqual([])
})

test.each(tried.map(({ id, title }) => [id, title] as const))("%s: %s", async (id) => {
  const { detail, outcome } = await results.get(id)!.promise
  expect({ outcome, detail: open.includes(id) ? "" : detail }).toEqual({
    outcome: open.includes(id) ? "failed" : "passed",
    detail: ""
  })
})
