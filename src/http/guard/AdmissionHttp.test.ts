import { expect, test } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AuditRepository } from "../../ports/audit/AuditRepository.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

/** At first a class has no more requests in progress than these, except for this many milliseconds of a burst. */
const [most, burst] = [128, 250]

test("a user above the limit gets 503 at once; other users, and requests that release resources, are served", () =>
  Effect.gen(function* () {
    const opened = yield* Deferred.make<void>()
    let waiting = 0
    const repository = AuditRepository.of({
      list: () =>
        Effect.suspend(() => {
          waiting += 1
          return Effect.as(Deferred.await(opened), { items: [], totalCount: 0 })
        }),
      refuse: () => Effect.void
    })
    const ports = Layer.succeed(AuditRepository, repository) as unknown as Layer.Layer<never>
    const service = yield* TestService.make({ ports })
    const token = service.token("ada")
    yield* Effect.promise(async () => {
      const projectId = await Seed.project(service, token)
      const ask = () => service.call("GET", `/v1/projects/${projectId}/audit`, { token })
      const held = Array.from({ length: most + 1 }, ask)
      while (waiting <= most) await Bun.sleep(1)
      await Bun.sleep(burst)
      const refused = await ask()
      expect(refused.status).toBe(503)
      expect(refused.headers.get("retry-after")).not.toBeNull()
      expect(refused.headers.get("x-request-id")).not.toBeNull()
      expect(refused.headers.get("access-control-allow-origin")).toBe("*")
      expect(refused.headers.get("cache-control")).toBe("no-store")
      expect(await refused.json()).toMatchObject({ type: "urn:plinth:error:overloaded", status: 503 })
      expect((await service.call("GET", "/v1/projects", { token: service.token("bob") })).status).toBe(200)
      expect((await service.call("GET", "/healthz")).status).toBe(200)
      const end = `/v1/projects/${projectId}/models/1/end-session`
      expect((await service.call("POST", end, { token })).status).toBe(404)
      Effect.runSync(Deferred.succeed(opened, undefined))
      for (const answer of await Promise.all(held)) expect(answer.status).toBe(200)
      expect((await ask()).status).toBe(200)
    })
  }).pipe(Effect.scoped, Effect.runPromise))
