import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { effect } from "../../../testing/EffectTest.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

interface Page {
  readonly totalCount: number
  readonly result: ReadonlyArray<Readonly<Record<string, unknown>>>
}

interface Refusal {
  readonly error: string
  readonly errorDetails: string
}

/** A project of the user `ada` with two models of one file. `bert`, a member, may read only the first. */
const seeded = async (service: TestService.TestService) => {
  const ada = service.token("ada")
  const bert = service.token("bert")
  const projectId = await Seed.project(service, ada)
  const path = `/v1/projects/${projectId}`
  const { modelId: first } = await Seed.model(service, ada, projectId, "A house")
  const { modelId: second } = await Seed.model(service, ada, projectId, "b house")
  await Seed.json(await service.call("PUT", `${path}/members/bert`, { token: ada, body: { role: "User" } }))
  const hidden = { token: ada, body: { role: "NoAccess" } }
  await Seed.json(await service.call("PUT", `${path}/models/${second}/members/bert`, hidden))
  const ask = (token: string, body: object, paging = "") =>
    service.call("POST", `${path}/products/properties/query${paging}`, { token, body })
  const page = async (token: string, body: object, paging = "") => Seed.json<Page>(await ask(token, body, paging))
  return { ada, bert, path, first, second, ask, page }
}

effect("products of all readable models are paged by model and name their model", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const { ada, bert, first, page, path, second } = await seeded(service)
      const own = `${path}/models/${first}/products/properties/query`
      const single = await Seed.json<Page>(await service.call("POST", own, { token: ada, body: {} }))
      const all = await page(ada, {})
      expect(all.totalCount).toBe(single.totalCount * 2)
      expect(Object.keys(all.result[0]!)).toEqual(["Model", ...Object.keys(single.result[0]!)])
      expect(all.result[0]!["Model"]).toEqual({ ModelId: first, Name: "A house" })
      expect(all.result.at(-1)!["Model"]).toEqual({ ModelId: second, Name: "b house" })
      const seen = await page(bert, {})
      expect(seen.result).toEqual(all.result.slice(0, single.totalCount))
      expect((await page(ada, { models: [second] })).result).toEqual(all.result.slice(single.totalCount))
      expect((await page(ada, { Models: [Number(second), second], fields: ["Guid"] })).totalCount).toBe(
        single.totalCount
      )
      expect(await page(ada, { models: [] })).toMatchObject({ totalCount: 0, result: [] })
      const across = await page(ada, { fields: ["Guid"] }, `?page=2&pageSize=${single.totalCount - 1}`)
      expect(across.result).toEqual(
        all.result.slice(single.totalCount - 1, 2 * single.totalCount - 2).map(({ Guid }) => ({ Guid }))
      )
      const byModel = (value: string) => page(ada, { filters: [{ property: "Model", operator: "Equals", value }] })
      for (const value of [second, "b house"]) expect((await byModel(value)).totalCount).toBe(single.totalCount)
      const descending = { sort: [{ property: "Model", descending: true }], fields: ["Model"] }
      expect((await page(ada, descending)).result[0]).toEqual({ Model: { ModelId: second, Name: "b house" } })
    })
  })
)

effect("an unknown model and an unreadable one are refused alike", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const { ada, ask, bert, first, path, second } = await seeded(service)
      const refusal = async (token: string, id: string, status = 400) => {
        const refused = await ask(token, { models: [first, id] })
        const { error, errorDetails } = await Seed.json<Refusal>(refused, status)
        return [error, errorDetails.replaceAll(id, "…")]
      }
      const hidden = await refusal(bert, second)
      expect(hidden[0]).toBe("ReferenceNotFound")
      expect(await refusal(bert, "9000000")).toEqual(hidden)
      for (const body of [
        { models: ["x"] },
        { models: [0] },
        { models: first },
        { models: Array.from({ length: 1001 }, () => first) }
      ]) {
        const malformed = await ask(ada, body)
        expect((await Seed.json<Refusal>(malformed, 400)).error).toBe("InvalidBody")
      }
      const stranger = await ask(service.token("cleo"), {})
      expect((await Seed.json<Refusal>(stranger, 404)).error).toBe("ProjectNotFound")
      const unscoped = await ask(service.token("ada", ["projects:read"]), {})
      expect((await Seed.json<Refusal>(unscoped, 403)).error).toBe("InsufficientScope")
      expect((await service.call("DELETE", `${path}/models/${second}`, { token: ada })).status).toBe(204)
      expect(await refusal(ada, second)).toEqual(hidden)
      expect((await ask(ada, { models: [first] })).status).toBe(200)
    })
  })
)

interface GroupPage {
  readonly groups: ReadonlyArray<{
    readonly keys: ReadonlyArray<unknown>
    readonly count: number
    readonly measures: ReadonlyArray<{ readonly value: number | null; readonly measured: number }>
  }>
  readonly totals: GroupPage["groups"][number]
  readonly units: ReadonlyArray<string | null>
}

effect("groups sum the products of readable models, with calculated values", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const { ada, bert, first, path, second } = await seeded(service)
      const groups = async (below: string, token: string, body: object) =>
        Seed.json<GroupPage>(await service.call("POST", `${path}${below}/products/groups`, { token, body }))
      const calculated = { token: ada, body: { calculators: ["NetVolume"] } }
      const url = `${path}/models/${first}/products/quantities`
      const started = await Seed.json<{ id: string }>(await service.call("POST", `${url}/query`, calculated), 202)
      await Seed.ready(service, ada, started.id)
      const { downloadUrl } = await Seed.json<{ downloadUrl: string }>(
        await service.call("GET", `${url}/${started.id}/result`, { token: ada })
      )
      const result = await Seed.json<{ totals: { NetVolume: number } }>(
        await service.call("GET", new URL(downloadUrl).pathname)
      )
      const body = { groupBy: ["Model"], measures: [{ calculator: "netvolume" }, { calculator: "Count" }] }
      const both = await groups("", ada, body)
      expect(both.totals.measures[0]!.value).toBeCloseTo(result.totals.NetVolume * 2, 6)
      expect(both.units).toEqual(["CubicMetre", null])
      expect(both.groups.map(({ keys }) => keys)).toEqual([["A house"], ["b house"]])
      expect((await groups("", bert, body)).groups).toEqual(both.groups.slice(0, 1))
      expect((await groups(`/models/${second}`, ada, body)).groups).toEqual(both.groups.slice(1))
    })
  })
)

effect("only their author's queries see unpublished changes", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const { ada, bert, first, page, path } = await seeded(service)
      const guid = String((await page(ada, { fields: ["Guid"], models: [first] })).result[0]!["Guid"])
      const session = { token: ada, headers: { "x-client-session-id": "s" } }
      expect((await service.call("POST", `${path}/models/${first}/start-session`, session)).status).toBe(204)
      const body = { update: { Name: { [guid]: "Renamed by Ada" } } }
      const edited = await service.call("POST", `${path}/models/${first}/products`, { ...session, body })
      expect(await Seed.json(edited)).toEqual({ errors: [] })
      const named = { filters: { Name: "Renamed by Ada" }, fields: ["Guid"] }
      expect((await page(ada, named)).result).toEqual([{ Guid: guid }])
      expect((await page(bert, named)).totalCount).toBe(0)
    })
  })
)

effect("a query over tables that are too large together is refused with the advice to name fewer models", () =>
  Effect.gen(function* () {
    // A quarter of this memory holds the table of one house but not those of two.
    const service = yield* TestService.make({ settings: { cacheBytes: 4 * 24 * 1024 } })
    yield* Effect.promise(async () => {
      const { ada, ask, first, page } = await seeded(service)
      const refused = await ask(ada, {})
      expect(refused.headers.get("retry-after")).not.toBeNull()
      expect(await Seed.json(refused, 503)).toMatchObject({
        type: "urn:plinth:error:overloaded",
        detail: expect.stringContaining("Name fewer `models`")
      })
      expect((await page(ada, { models: [first] })).totalCount).toBe(13)
    })
  })
)

effect("a single model is queried whatever its size", () =>
  Effect.gen(function* () {
    // A quarter of this memory is less than the table of one house.
    const service = yield* TestService.make({ settings: { cacheBytes: 24 * 1024 } })
    yield* Effect.promise(async () => {
      const { ada, ask, first, page, path } = await seeded(service)
      await Seed.json(await ask(ada, {}), 503)
      expect((await page(ada, { models: [first] })).totalCount).toBe(13)
      const body = { groupBy: ["Class"], measures: [{ calculator: "Count" }] }
      const groups = await service.call("POST", `${path}/models/${first}/products/groups`, { token: ada, body })
      expect(await Seed.json(groups)).toMatchObject({ totals: { count: 13 } })
    })
  })
)
