import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { StorageUnavailable } from "../../../domain/StorageErrors.ts"
import { SessionRepository } from "../../../ports/models/SessionRepository.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

interface Told {
  readonly active: boolean
  readonly clientSessionId?: string
  readonly expiresAt?: string
}

/** A service with a model of the user `ada`, which members may edit. */
const world = async (options?: TestService.TestOptions) => {
  const service = await Effect.runPromise(Scope.extend(TestService.make(options), scope))
  const ada = service.token("ada")
  const projectId = await Seed.project(service, ada)
  const { modelId } = await Seed.model(service, ada, projectId)
  const path = `/v1/projects/${projectId}/models/${modelId}`
  const ask = async (method: string, below: string, id: string | null, more: TestService.CallOptions = {}) => {
    const headers = { ...more.headers, ...(id === null ? {} : { "x-client-session-id": id }) }
    return service.call(method, `${path}${below}`, { token: ada, ...more, headers })
  }
  /** Status, and the code of a refusal. */
  const outcome = async (...asked: Parameters<typeof ask>) => {
    const answer = await ask(...asked)
    const text = await answer.text()
    return answer.status < 400 ? [answer.status] : [answer.status, (JSON.parse(text) as { error: string }).error]
  }
  const session = async (more?: TestService.CallOptions) =>
    Seed.json<Told & object>(await ask("GET", "/session", null, more))
  return { service, ada, projectId, path, ask, outcome, session }
}

let here: Awaited<ReturnType<typeof world>>
beforeAll(async () => {
  here = await world()
})

/** The number of milliseconds by which a request extends the session. */
const renewal = async (request: () => Promise<unknown>) => {
  const before = await here.session()
  await Bun.sleep(10)
  await request()
  return Date.parse((await here.session()).expiresAt!) - Date.parse(before.expiresAt!)
}

test("a session is started, renewed, refused to another one with the seconds left, ended, and ended again", async () => {
  const { outcome, session } = here
  expect(await session()).toEqual({ active: false, cells: 0, deletedProducts: 0 } as Told)
  expect(await outcome("POST", "/start-session", "a")).toEqual([204])
  expect(await session()).toMatchObject({ active: true, clientSessionId: "a" })
  expect(
    await outcome("POST", "/start-session", "a", { body: "{ no JSON", headers: { "content-type": "text/x" } })
  ).toEqual([204])
  const refused = await here.ask("POST", "/start-session", "b")
  const { error, errorDetails } = await Seed.json<Record<string, string>>(refused, 400)
  expect(error).toBe("SessionAlreadyActive")
  const seconds = Number(/expires in (\d+) seconds/.exec(errorDetails!)?.[1])
  expect(seconds).toBeGreaterThan(1700)
  expect(seconds).toBeLessThanOrEqual(1800)
  expect(await outcome("POST", "/end-session", "b")).toEqual([204])
  expect((await session()).active).toBe(true)
  expect(await outcome("POST", "/end-session", "a")).toEqual([204])
  expect((await session()).active).toBe(false)
  expect(await outcome("POST", "/end-session", "a")).toEqual([204])
  for (const below of ["/start-session", "/end-session"]) {
    expect(await outcome("POST", below, null)).toEqual([400, "MissingClientSessionId"])
    for (const id of ["", "x".repeat(129), "caf\u{E9}"]) {
      expect(await outcome("POST", below, id)).toEqual([400, "InvalidHeader"])
    }
  }
})

test("requests with the active id renew it, even if they are refused; others do not", async () => {
  const { outcome, service } = here
  const query = "/products/properties/query"
  await outcome("POST", "/start-session", "a")
  expect(await renewal(() => outcome("POST", "/start-session", "a"))).toBeGreaterThan(0)
  expect(await renewal(() => outcome("GET", "", "a"))).toBeGreaterThan(0)
  expect(await renewal(() => outcome("POST", query, "a", { body: {} }))).toBeGreaterThan(0)
  expect(await renewal(() => outcome("POST", `${query}?page=0`, "a", { body: {} }))).toBeGreaterThan(0)
  expect(await renewal(() => outcome("PUT", "/members/nobody", "a", { body: { role: "Boss" } }))).toBeGreaterThan(0)
  for (const id of ["b", "x".repeat(129), "caf\u{E9}", null]) {
    expect(await renewal(() => outcome("GET", "", id))).toBe(0)
  }
  expect(await renewal(() => outcome("GET", "/session", "a"))).toBe(0)
  expect(await renewal(() => outcome("POST", "/start-session", "b"))).toBe(0)
  const eve = { token: service.token("eve") }
  expect(await renewal(() => outcome("GET", "", "a", eve))).toBe(0)
})

test("an id is valid for its user only: a Viewer cannot start a session, a second editor has a separate one", async () => {
  const { ada, ask, outcome, path, projectId, service, session } = here
  const bert = { token: service.token("bert") }
  await outcome("POST", "/start-session", "a")
  await service.call("PUT", `/v1/projects/${projectId}/members/bert`, { token: ada, body: { role: "User" } })
  expect(await outcome("POST", "/start-session", "a", bert)).toEqual([403, "Forbidden"])
  expect(await outcome("POST", "/end-session", "a", bert)).toEqual([403, "Forbidden"])
  expect(await session(bert)).toMatchObject({ active: false })
  await service.call("PUT", `${path}/members/bert`, { token: ada, body: { role: "DataEditor" } })
  expect(await outcome("POST", "/end-session", "a", bert)).toEqual([204])
  expect(await outcome("POST", "/start-session", "b", bert)).toEqual([204])
  expect([(await session()).clientSessionId, (await session(bert)).clientSessionId]).toEqual(["a", "b"])
  // A user who has lost the role is refused, but the request still renews the session.
  await service.call("PUT", `${path}/members/bert`, { token: ada, body: { role: "Viewer" } })
  const before = await session(bert)
  await Bun.sleep(10)
  await ask("POST", "/start-session", "b", bert)
  expect(Date.parse((await session(bert)).expiresAt!)).toBeGreaterThan(Date.parse(before.expiresAt!))
})

test("a start repeated with its Idempotency-Key gets the same answer and starts no second session", async () => {
  const { outcome, session } = here
  const headers = { "idempotency-key": "start once" }
  await outcome("POST", "/start-session", "a")
  expect(await outcome("POST", "/end-session", "a")).toEqual([204])
  expect(await outcome("POST", "/start-session", "a", { headers })).toEqual([204])
  expect(await outcome("POST", "/end-session", "a")).toEqual([204])
  expect(await outcome("POST", "/start-session", "a", { headers })).toEqual([204])
  expect((await session()).active).toBe(false)
})

test("implicit sessions need no id, are taken over by another id, and are not ended by a wrong one", async () => {
  const { outcome, session } = await world({ settings: { implicitSessions: true } })
  expect(await outcome("POST", "/start-session", null)).toEqual([204])
  const made = await session()
  expect(made.active).toBe(true)
  expect(made.clientSessionId).toBeUndefined()
  expect(await outcome("POST", "/start-session", "a")).toEqual([204])
  expect(await outcome("POST", "/start-session", "b")).toEqual([204])
  expect(await outcome("POST", "/start-session", "x".repeat(129))).toEqual([204])
  expect(await outcome("POST", "/end-session", "a")).toEqual([204])
  expect(await session()).toMatchObject({ active: true, clientSessionId: "b" })
  expect(await outcome("POST", "/end-session", null)).toEqual([204])
  expect((await session()).active).toBe(false)
})

test("reads without a valid header ignore sessions; reads with one succeed even if the session cannot be renewed", async () => {
  const asked: Array<string> = []
  const away = new StorageUnavailable({ reason: "full" })
  const repository = SessionRepository.of({
    start: () => away,
    takeOver: () => away,
    end: () => away,
    renew: (_user, _model, id) =>
      Effect.zipRight(
        Effect.sync(() => asked.push(id)),
        away
      ),
    read: () => Effect.succeedNone
  })
  const ports = Layer.succeed(SessionRepository, repository) as unknown as Layer.Layer<never>
  const { outcome } = await world({ ports })
  expect(await outcome("GET", "", null)).toEqual([200])
  expect(await outcome("GET", "", "x".repeat(129))).toEqual([200])
  expect(asked).toEqual([])
  expect(await outcome("GET", "", "a")).toEqual([200])
  expect(asked).toEqual(["a"])
})
