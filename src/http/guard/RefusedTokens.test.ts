import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { effect } from "../../testing/EffectTest.ts"
import * as Connection from "../call/Connection.ts"
import * as TestService from "../testing/TestService.ts"

const most = 300

const statusFrom = async (service: TestService.TestService, address: string, token: string | null): Promise<number> => {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const request = new Request(`${TestService.publicUrl}/v1/projects`, { headers })
  return (await service.fetch(request, { ...Connection.none, address })).status
}

effect(
  "refused tokens of an address are rate limited; good tokens, requests without one and other addresses are not",
  () =>
    Effect.gen(function* () {
      const service = yield* TestService.make({ settings: { requestsPerMinute: 100_000 } })
      yield* Effect.promise(async () => {
        const here = "2001:db8::1"
        for (let i = 0; i < most; i++) expect(await statusFrom(service, here, `bad-${i}`)).toBe(401)
        // The bucket refills while a slow machine runs the test.
        const later = await Promise.all(Array.from({ length: 100 }, () => statusFrom(service, here, "bad")))
        expect(later).toContain(429)
        const request = new Request(`${TestService.publicUrl}/v1/projects`, {
          headers: { authorization: "Bearer bad" }
        })
        for (;;) {
          const response = await service.fetch(request, { ...Connection.none, address: "2001:db8::2:1" })
          if (response.status === 401) continue
          expect(response.status).toBe(429)
          expect(response.headers.get("retry-after")).toBe("1")
          expect((await response.json()) as object).toMatchObject({ type: "urn:plinth:error:too-many-requests" })
          break
        }
        expect(await statusFrom(service, here, service.token("ada"))).toBe(200)
        expect(await statusFrom(service, here, null)).toBe(401)
        expect(await statusFrom(service, "192.0.2.1", "bad")).toBe(401)
      })
    })
)

effect("without a rate limit of requests there is none of refused tokens", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      for (let i = 0; i <= most; i++) expect(await statusFrom(service, "192.0.2.1", "bad")).toBe(401)
    })
  })
)
