import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Level, Pressure } from "../../ports/Pressure.ts"
import { effect } from "../../testing/EffectTest.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

effect("under load, expensive requests are refused first and probes never; afterwards all succeed", () =>
  Effect.gen(function* () {
    let level: Level = "Usual"
    const service = yield* TestService.make({ ports: Layer.succeed(Pressure, { level: () => level }) })
    const token = service.token("ada")
    yield* Effect.promise(async () => {
      const projectId = await Seed.project(service, token)
      const { modelId } = await Seed.model(service, token, projectId)
      const model = `/v1/projects/${projectId}/models/${modelId}`
      const ticket = await Seed.json<{ uploadUrl: string }>(
        await service.call("GET", "/v1/files/upload-url", { token })
      )
      const fields = Array.from({ length: 3000 }, (_, i) => `field ${i}`)
      const requests: ReadonlyArray<[string, string, TestService.CallOptions]> = [
        ["GET", "/healthz", {}],
        ["GET", "/readyz", {}],
        ["GET", model, { token }],
        ["POST", `${model}/products/properties/query`, { token, body: {} }],
        ["POST", `${model}/products/properties/query`, { token, body: { fields } }],
        ["PUT", ticket.uploadUrl, { body: "ISO-10303-21;" }],
        ["POST", `${model}/products/quantities/query`, { token, body: { calculators: ["Count"] } }],
        ["POST", `${model}/quantities`, { token, body: { calculators: ["Count"] } }],
        ["POST", `/v1/projects/${projectId}/models`, { token, body: {} }]
      ]
      const statuses = async () => {
        const answers = await Promise.all(requests.map((one) => service.call(...one)))
        for (const { headers, status } of answers) if (status === 503) expect(headers.get("retry-after")).toBe("2")
        return answers.map(({ status }) => status)
      }
      level = "High"
      expect(await statuses()).toEqual([200, 200, 200, 200, 503, 503, 503, 503, 503])
      level = "Critical"
      expect(await statuses()).toEqual([200, 200, 503, 503, 503, 503, 503, 503, 503])
      const form = await service.call("POST", "/v1/auth/first-user", {
        body: "secret=&user=ada&password=",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          accept: "text/html,*/*",
          "accept-language": "de"
        }
      })
      expect([form.status, form.headers.get("retry-after")]).toEqual([503, "2"])
      expect(await form.text()).toContain("Der Dienst ist ausgelastet")
      level = "Usual"
      expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200, 202, 202, 400])
    })
  })
)
