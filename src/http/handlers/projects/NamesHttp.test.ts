import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { UserId } from "../../../domain/Principal.ts"
import { AccountRepository } from "../../../ports/signin/AccountRepository.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
let service: TestService.TestService
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

type Listed = Readonly<Record<string, ReadonlyArray<Readonly<Record<string, string>>>>>

test("users are named where the service knows their name, such as that of an account", async () => {
  const [ada, bob] = [service.token("ada"), service.token("bob")]
  await service.run(Effect.flatMap(AccountRepository, ({ add }) => add("ada" as UserId, "hash")))
  const path = `/v1/projects/${await Seed.project(service, ada)}`
  const { modelId } = await Seed.model(service, ada, path.slice(13))
  await service.call("PUT", `${path}/members/bob`, { token: ada, body: { role: "Owner" } })
  for (const token of [ada, bob]) {
    const body = { name: "Walls", query: {}, shared: true }
    const made = await Seed.json(await service.call("POST", `${path}/queries`, { token, body }), 201)
    expect(made["createdByName"]).toBe(token === ada ? "ada" : undefined)
    const changed = await service.call("PUT", `${path}/queries/${String(made["id"])}`, { token, body: { name: "All" } })
    expect((await Seed.json(changed))["createdByName"]).toBe(token === ada ? "ada" : undefined)
  }
  const named = async (where: string, member: string, id: string, nameIn: string) => {
    const answer = await Seed.json<Listed>(await service.call("GET", `${path}${where}`, { token: bob }))
    const people = answer[member]!.map((one) => `${one[id]}: ${one[nameIn] ?? "none"}`)
    return [...new Set(people)].toSorted()
  }
  const both = ["ada: ada", "bob: none"]
  expect(await named("/members", "members", "userId", "name")).toEqual(both)
  expect(await named(`/models/${modelId}/members`, "members", "userId", "name")).toEqual(both)
  expect(await named("/models", "models", "updatedBy", "updatedByName")).toEqual(["ada: ada"])
  expect(await named("/queries", "queries", "createdBy", "createdByName")).toEqual(both)
  expect(await named("/audit", "entries", "userId", "userName")).toEqual(["(service): none", ...both])
  const versions = `/models/${modelId}/versions`
  expect(await named(versions, "versions", "createdBy", "createdByName")).toEqual(["ada: ada"])
})
