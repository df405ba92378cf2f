import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { effect } from "../../testing/EffectTest.ts"
import * as Seed from "./Seed.ts"
import * as TestService from "./TestService.ts"

effect("the whole service works in one process, from an upload to rows and sums", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    const token = service.token("ada")
    yield* Effect.promise(async () => {
      const projectId = await Seed.project(service, token)
      const { modelId } = await Seed.model(service, token, projectId)
      const root = `/v1/projects/${projectId}/models/${modelId}`
      const rows = await service.call("POST", `${root}/products/properties/query`, { token, body: {} })
      expect((await Seed.json(rows))["totalCount"]).toBeGreaterThan(0)
      const body = { calculators: ["Count"] }
      const started = await service.call("POST", `${root}/products/quantities/query`, { token, body })
      const { id } = await Seed.json<{ id: string }>(started, 202)
      await Seed.ready(service, token, id)
      const link = await service.call("GET", `${root}/products/quantities/${id}/result`, { token })
      const { downloadUrl } = await Seed.json<{ downloadUrl: string }>(link)
      expect(await Seed.json(await service.call("GET", downloadUrl))).toHaveProperty("totals.Count")
    })
  })
)
