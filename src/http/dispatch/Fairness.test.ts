import { expect } from "bun:test"
import { Effect } from "effect"
import { effect } from "../../testing/EffectTest.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

effect("one request of another user does not wait for the many of one", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const [ada, mallory] = [service.token("ada"), service.token("mallory")]
      for (const token of [ada, mallory]) await Seed.project(service, token)
      const done: Array<string> = []
      const ask = async (token: string, user: string) => {
        expect((await service.call("GET", "/v1/projects", { token })).status).toBe(200)
        done.push(user)
      }
      await Promise.all([
        ...Array.from({ length: 100 }, () => ask(mallory, "mallory")),
        ...Array.from({ length: 3 }, () => ask(ada, "ada"))
      ])
      expect(done.lastIndexOf("ada")).toBeLessThan(20)
    })
  })
)
