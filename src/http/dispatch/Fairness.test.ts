import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { effect } from "../../testing/EffectTest.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

effect("one request of a user does not wait for the many of another", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      // One of the other users may share an account with the user who sends many requests.
      const users = ["mallory", "ada", "eve"] as const
      for (const user of users) await Seed.project(service, service.token(user))
      const done: Array<string> = []
      const ask = async (user: string) => {
        expect((await service.call("GET", "/v1/projects", { token: service.token(user) })).status).toBe(200)
        done.push(user)
      }
      const times = { mallory: 100, ada: 3, eve: 3 }
      await Promise.all(users.flatMap((user) => Array.from({ length: times[user] }, () => ask(user))))
      expect(Math.min(...["ada", "eve"].map((user) => done.lastIndexOf(user)))).toBeLessThan(20)
    })
  })
)
