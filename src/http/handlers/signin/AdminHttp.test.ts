import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Scope from "effect/Scope"
import { Administration } from "../../../application/signin/Administration.ts"
import { Scope as TokenScope, scopes, UserId } from "../../../domain/Principal.ts"
import * as Seed from "../../testing/Seed.ts"
import * as SignedIn from "../../testing/SignedIn.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
const ada = service.token("ada")
const root = service.token("root", ["admin"])
let projectId = ""
let modelId = ""
let failedId = ""

beforeAll(async () => {
  await SignedIn.user(service, "root", true)
  projectId = await Seed.project(service, ada, "Visible project")
  modelId = (await Seed.model(service, ada, projectId, "Hidden model")).modelId
  failedId = await Seed.failedImport(service, ada, projectId)
})

const ask = (method: string, path: string, body?: unknown, token = root) =>
  service.call(method, `/v1/admin/${path}`, { token, ...(body === undefined ? {} : { body }) })

const read = async <A = Record<string, unknown>>(path: string) => Seed.json<A>(await ask("GET", path))

const problemOf = async (response: Response) => {
  const { type } = (await response.json()) as { readonly type: string }
  return [response.status, type.replace("urn:plinth:error:", "")]
}

const client = (id: string) => ({ id, redirectUris: [SignedIn.redirectUri], secret: true })

/** A call of each endpoint that succeeds for an operator, in this order. */
const calls: ReadonlyArray<readonly [method: string, path: string, status: number, body?: unknown]> = [
  ["GET", "users", 200],
  ["POST", "users", 201, { userId: "everybody" }],
  ["POST", "users/everybody/password", 201],
  ["POST", "users/everybody/revoke", 204],
  ["DELETE", "users/everybody", 204],
  ["POST", "clients", 201, client("everything")],
  ["GET", "clients", 200],
  ["DELETE", "clients/everything", 204],
  ["GET", "storage", 200],
  ["GET", "audit", 200],
  ["GET", "operations", 200],
  ["GET", "health", 200]
]

test("operators see no content of projects that they are not members of, at any endpoint", async () => {
  await service.call("POST", `/v1/projects/${projectId}/queries`, {
    token: ada,
    body: { name: "Hidden query", query: { fields: ["Name"] }, shared: true }
  })
  for (const [method, path, status, body] of calls) {
    const response = await ask(method, path, body)
    const text = await response.text()
    expect([path, response.status]).toEqual([path, status])
    for (const secret of ["Hidden", "house.ifc", "a.ifc", "Broken", "errorDetails", "/v1/files"]) {
      expect(text, path).not.toContain(secret)
    }
    if (path !== "storage") expect(text, path).not.toContain("Visible project")
  }
  const everything = service.token("root", TokenScope.literals)
  for (const path of [
    `operations/${failedId}`,
    `projects/${projectId}`,
    `projects/${projectId}/audit`,
    `projects/${projectId}/operations`,
    `projects/${projectId}/models/${modelId}`
  ]) {
    expect((await service.call("GET", `/v1/${path}`, { token: everything })).status, path).toBe(404)
  }
})

test("everybody else gets 403 at every endpoint, and that is audited", async () => {
  await SignedIn.user(service, "former", true)
  const former = service.token("former", ["admin"])
  expect((await ask("GET", "users", undefined, former)).status).toBe(200)
  expect((await ask("DELETE", "users/former")).status).toBe(204)
  for (const [method, path, , body] of calls) {
    const codeFor = async (token: string) => problemOf(await ask(method, path, body, token))
    expect(await codeFor(former), path).toEqual([403, "forbidden"])
    expect(await codeFor(service.token("ada", TokenScope.literals)), path).toEqual([403, "forbidden"])
    expect(await codeFor(service.token("root", scopes)), path).toEqual([403, "insufficient-scope"])
    expect((await service.call(method, `/v1/admin/${path}`)).status, path).toBe(401)
  }
  const refused = { userId: "former", action: "readHealth", object: "0", outcome: "Forbidden" }
  for (;;) {
    const { entries } = await read<{ entries: ReadonlyArray<object> }>("audit?pageSize=200")
    if (entries.some((entry) => Bun.deepMatch(refused, entry))) break
    await Bun.sleep(20)
  }
})

test("tokens for programs never get the scope admin", async () => {
  const operator = service.token("root", TokenScope.literals)
  const expiresAt = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const make = (some: ReadonlyArray<string>) =>
    service.call("POST", "/v1/tokens", { token: operator, body: { name: "Nightly", scopes: some, expiresAt } })
  expect((await make(["models:read", "admin"])).status).toBe(400)
  const { token } = await Seed.json<{ token: string }>(await make(scopes), 201)
  expect(await problemOf(await ask("GET", "users", undefined, token))).toEqual([403, "insufficient-scope"])
})

test("the last operator cannot be deleted", async () => {
  expect(await problemOf(await ask("DELETE", "users/root"))).toEqual([400, "invalid-parameter"])
  await Seed.json(await ask("POST", "users", { userId: "deputy", operator: true }), 201)
  const deputy = service.token("deputy", ["admin"])
  expect((await ask("DELETE", "users/root", undefined, deputy)).status).toBe(204)
  expect((await ask("DELETE", "users/deputy", undefined, deputy)).status).toBe(400)
  await SignedIn.user(service, "root", true)
  expect((await ask("DELETE", "users/deputy")).status).toBe(204)
})

test("a new user sets the password at a link that works once", async () => {
  const made = await Seed.json<{ url: string; userId: string }>(await ask("POST", "users", { userId: "grace" }), 201)
  expect(made.userId).toBe("grace")
  expect(await problemOf(await ask("POST", "users", { userId: "grace" }))).toEqual([400, "duplicate-name"])
  const { detail } = await Seed.json<{ detail: string }>(await ask("POST", "users", { userId: " grace" }), 400)
  expect(detail).toContain("no blanks at its ends")
  const again = await Seed.json<{ url: string }>(await ask("POST", "users/grace/password"), 201)
  const secretOf = (url: string) => new URL(url).searchParams.get("secret")!
  const page = (url: string) =>
    service.call("GET", `/v1/auth/password${new URL(url).search}`, { headers: { accept: "text/html" } })
  const set = (url: string, password: string) =>
    service.call("POST", "/v1/auth/password", {
      body: new URLSearchParams({ secret: secretOf(url), password }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" }
    })
  expect((await page(made.url)).status).toBe(403)
  expect(await (await page(again.url)).text()).toContain("grace")
  expect((await set(again.url, "short")).status).toBe(400)
  expect((await set(again.url, SignedIn.password)).status).toBe(302)
  expect((await set(again.url, SignedIn.password)).status).toBe(403)
  await SignedIn.client(service)
  const signedIn = await SignedIn.submit(service, await SignedIn.page(service), { user: "grace" })
  expect(SignedIn.told(signedIn).get("code")).not.toBeNull()
  const text = JSON.stringify(await read("audit"))
  for (const { url } of [made, again]) expect(text).not.toContain(secretOf(url))
  expect((await ask("POST", "users/nobody/password")).status).toBe(404)
})

test("a revocation and a password link are in the audits of the user's projects, which name the operator", async () => {
  await SignedIn.user(service, "ada")
  expect((await ask("POST", "users/ada/revoke")).status).toBe(204)
  await Seed.json(await ask("POST", "users/ada/password"), 201)
  await Seed.json(await ask("GET", "health"))
  const path = `/v1/projects/${projectId}/audit?pageSize=2`
  const { entries } = await Seed.json<{ entries: ReadonlyArray<object> }>(
    await service.call("GET", path, { token: ada })
  )
  expect(entries).toMatchObject([
    { userId: "root", userName: "root", action: "admin.user.linkPassword", object: "ada", outcome: "Done" },
    { userId: "root", userName: "root", action: "admin.user.revoke", object: "ada", outcome: "Done" }
  ])
  expect((await ask("POST", "users/nobody/revoke")).status).toBe(404)
  const { entries: last } = await read<{ entries: ReadonlyArray<object> }>("audit?pageSize=1")
  expect(last).toMatchObject([{ action: "admin.user.revoke", object: "nobody", outcome: "NotFound" }])
})

test("a change is in the audit even if the operator disconnects before the answer", async () => {
  const begun = Deferred.unsafeMake<void>(FiberId.none)
  const change = Effect.zipRight(Deferred.succeed(begun, undefined), Effect.sleep("50 millis"))
  const caller = { userId: UserId.make("root"), requestId: "gone" }
  const call = { action: "admin.user.revoke", object: "ada", isChange: true }
  await service.run(
    Effect.gen(function* () {
      const { audited } = yield* Administration
      const fiber = yield* Effect.fork(audited(caller, call, change, () => "Internal"))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
    })
  )
  const { entries } = await read<{ entries: ReadonlyArray<object> }>("audit?pageSize=1")
  expect(entries).toMatchObject([{ action: "admin.user.revoke", requestId: "gone", outcome: "Done" }])
})

test("clients are registered, listed and removed; the page is not among them", async () => {
  const { secret, ...made } = await Seed.json(await ask("POST", "clients", client("excel-2")), 201)
  expect(secret).toBeString()
  expect(made).toEqual({ id: "excel-2", redirectUris: [SignedIn.redirectUri], scopes: [...scopes], hasSecret: true })
  const { clients } = await read<{ clients: ReadonlyArray<object> }>("clients")
  expect(clients).toContainEqual(made)
  for (const body of [
    client("excel-2"),
    client("app"),
    { ...client("other"), redirectUris: ["evil.test/back"] },
    { ...client("other"), scopes: Array.from({ length: 1001 }, () => "admin") }
  ]) {
    expect((await ask("POST", "clients", body)).status, JSON.stringify(body)).toBe(400)
  }
  const twice = { ...client("twice"), scopes: ["admin", "models:read", "admin"] }
  expect(await Seed.json(await ask("POST", "clients", twice), 201)).toMatchObject({ scopes: ["admin", "models:read"] })
  for (const [id, status] of [
    ["app", 404],
    ["twice", 204],
    ["excel-2", 204],
    ["excel-2", 404]
  ] as const) {
    expect((await ask("DELETE", `clients/${id}`)).status).toBe(status)
  }
})

test("only an operator gets the scope admin at a sign-in, and the audit names the client of each call", async () => {
  await SignedIn.user(service, "bert")
  await SignedIn.client(service, "console", { scopes: ["models:read", "admin"] })
  const asked = SignedIn.request({ client_id: "console", scope: "models:read admin" })
  const tokenFor = async (user: string) => {
    const answer = SignedIn.told(await SignedIn.submit(service, await SignedIn.page(service, asked), { user }))
    const body = SignedIn.grantOf(answer, asked)
    return Seed.json<{ access_token: string; scope: string }>(await service.call("POST", "/v1/auth/token", { body }))
  }
  const granted = await tokenFor("root")
  expect(granted.scope).toBe("models:read admin")
  expect((await tokenFor("bert")).scope).toBe("models:read")
  await Seed.json(await ask("GET", "health", undefined, granted.access_token))
  const { entries } = await read<{ entries: ReadonlyArray<object> }>("audit?pageSize=1")
  expect(entries).toMatchObject([{ userId: "root", action: "admin.health.read", client: "console", via: "api" }])
})

test("lists have pages with states and sizes", async () => {
  for (const path of ["users", "clients", "storage", "audit", "operations"]) {
    const found = await read(`${path}?page=1000000&pageSize=1`)
    expect([found["page"], found["pageSize"]], path).toEqual([1_000_000, 1])
    const refused = await ask("GET", `${path}?pageSize=0`)
    expect([refused.status, await refused.json()], path).toMatchObject([
      400,
      { detail: "pageSize: must be an integer from 1 to 5000" }
    ])
  }
  const { operations } = await read<{ operations: ReadonlyArray<Record<string, unknown>> }>("operations")
  const failed = operations.find(({ operationId }) => operationId === failedId)!
  expect(failed).toMatchObject({ kind: "ImportIfc", status: "Failed", projectId, userId: "ada" })
  expect(Object.keys(failed)).toContain("error")
  type Project = Readonly<Record<"projectId" | "name", string>> & { readonly fileBytes: number }
  const storage = await read<{ projects: ReadonlyArray<Project>; fileBytes: number; databaseBytes: number }>("storage")
  const visible = storage.projects.find((project) => project.projectId === projectId)!
  expect(Object.keys(visible).toSorted()).toEqual(["fileBytes", "name", "projectId"])
  expect([visible.name, visible.fileBytes > 0]).toEqual(["Visible project", true])
  expect(storage.databaseBytes).toBeGreaterThan(0)
  expect(storage.fileBytes).toBeGreaterThanOrEqual(
    storage.projects.reduce((bytes, { fileBytes }) => bytes + fileBytes, 0)
  )
  const health = await read("health")
  expect(health).toMatchObject({ status: "ready", checks: { storage: "ok", blobs: "ok", queue: "ok", tokens: "ok" } })
})
