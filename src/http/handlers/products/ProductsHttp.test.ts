import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { effect } from "../../../testing/EffectTest.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

effect("in the URL of a query, fields may be repeated; filters of one property and other names may not", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const token = service.token("ada")
      const projectId = await Seed.project(service, token)
      const { modelId } = await Seed.model(service, token, projectId)
      const ask = (query: string) =>
        service.call("GET", `/v1/projects/${projectId}/models/${modelId}/products?${query}`, { token })
      for (const paging of ["", "&page=1"]) {
        expect((await ask(`fields=Guid&fields=Class&filters[Class]=Wall&filters[Name]=${paging}`)).status).toBe(200)
        for (const query of [
          "filters[Class]=Wall&filters[Class]=Slab",
          "Filters[Class]=a&filters[Class]=a",
          "a[]=1&a[]=1"
        ]) {
          const refused = await ask(query + paging)
          expect(refused.status, query + paging).toBe(400)
          expect(await refused.json()).toMatchObject({ error: "InvalidParameter" })
        }
      }
    })
  })
)
