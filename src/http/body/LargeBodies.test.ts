import { afterAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { largeBytes } from "./LargeBodies.ts"
import * as TestService from "../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
const token = service.token("ada")

const create = (body: unknown) => service.call("POST", "/v1/projects", { token, body })
const padding = "x".repeat(largeBytes)

test("a large body is decoded like a small one: any case, unknown members ignored", async () => {
  const response = await create({ NAME: " Large ", padding })
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ name: "Large", role: "Owner" })
})

test("faults of a large body are reported like those of a small one", async () => {
  for (const body of [
    { name: 1, padding },
    { name: "a", padding, description: 1 },
    `{"name":"a","name":"b","padding":"${padding}"}`,
    `{"name":"a","padding":"${padding}"`
  ]) {
    const response = await create(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ type: "urn:plinth:error:invalid-body", status: 400 })
  }
})

test("many concurrent large bodies do not get mixed up", async () => {
  const names = Array.from({ length: 20 }, (_, i) => `Project ${i}`)
  const answers = await Promise.all(
    names.map(async (name) => ((await (await create({ name, padding })).json()) as { name: string }).name)
  )
  expect(answers).toEqual(names)
})

test("with an Idempotency-Key the first answer is repeated, and another body is refused", async () => {
  const headers = { "idempotency-key": "large" }
  const first = await service.call("POST", "/v1/projects", { token, headers, body: { name: "Once", padding } })
  const again = await service.call("POST", "/v1/projects", { token, headers, body: { name: "Once", padding } })
  expect(await again.json()).toEqual(await first.json())
  const other = await service.call("POST", "/v1/projects", { token, headers, body: { name: "Twice", padding } })
  expect(other.status).toBe(400)
})
