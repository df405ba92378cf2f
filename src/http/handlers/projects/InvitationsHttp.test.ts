import { afterAll, beforeAll, expect, test } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
const ada = service.token("ada")
let project = ""
beforeAll(async () => {
  project = `/v1/projects/${await Seed.project(service, ada)}`
})

interface Made {
  readonly id: string
  readonly url: string
}

const invite = async (body: object = { role: "user" }) => {
  const answer = await service.call("POST", `${project}/invitations`, { token: ada, body })
  expect(answer.status).toBe(201)
  const made = (await answer.json()) as Made
  return { ...made, secret: made.url.slice(`${TestService.publicUrl}/app/invitations#`.length) }
}

const accept = (secret: string, token: string, headers = {}) =>
  service.call("POST", `/v1/invitations/${secret}`, { token, headers })

const newUser = (secret: string, user: string, headers: object = {}, password = "correct horse battery") =>
  service.call("POST", "/v1/auth/invited-user", {
    body: { secret, user, password },
    headers: { origin: TestService.publicUrl, ...headers }
  })

test("any valid token can accept and get the project; refusals do not reveal their reason", async () => {
  const { id, secret } = await invite()
  expect(secret).toMatch(/^invitation_[\da-f]{64}$/)
  const accepted = await accept(secret, service.token("bert", []))
  expect([accepted.status, await accepted.json()]).toMatchObject([200, { id: project.split("/")[3], role: "User" }])
  const { secret: withdrawn } = await invite()
  const [last] = (
    await Seed.json<{ invitations: ReadonlyArray<{ id: string }> }>(
      await service.call("GET", `${project}/invitations`, { token: ada })
    )
  ).invitations
  expect(last!.id).not.toBe(id)
  expect((await service.call("DELETE", `${project}/invitations/${last!.id}`, { token: ada })).status).toBe(204)
  const bodies = []
  for (const refused of [secret, withdrawn, "none"]) {
    const answer = await accept(refused, service.token("cleo"), { "x-request-id": "same" })
    expect(answer.status).toBe(404)
    bodies.push({ ...((await answer.json()) as object), instance: "" })
  }
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  expect((await service.call("POST", `/v1/invitations/${secret}`)).status).toBe(401)
})

test("roles and times are checked", async () => {
  const at = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()
  for (const [body, status] of [
    [{ role: "CONTRIBUTOR", expiresAt: at(29.9) }, 201],
    [{ role: "User", expiresAt: at(30.1) }, 400],
    [{ role: "User", expiresAt: at(-1) }, 400],
    [{ role: "User", expiresAt: "tomorrow" }, 400],
    [{ role: "Viewer" }, 400],
    [{}, 400]
  ] as const) {
    const answer = await service.call("POST", `${project}/invitations`, { token: ada, body })
    expect(answer.status, JSON.stringify(body)).toBe(status)
  }
})

test("an account can be created only on the page, which continues into the project", async () => {
  const { secret } = await invite()
  expect((await newUser(secret, "dora", { origin: "https://evil.test" })).status).toBe(403)
  expect((await newUser(secret, "ada")).status).toBe(400)
  expect((await newUser(secret, "dora", {}, "short")).status).toBe(400)
  expect((await newUser("none", "dora")).status).toBe(404)
  const made = await newUser(secret, " dora ")
  expect([made.status, await made.json()]).toEqual([201, { projectId: project.split("/")[3]! }])
  expect(made.headers.get("set-cookie")).toMatch(/^plinth-made=[\w.-]+; Path=\/v1\/auth; Max-Age=60; HttpOnly/)
  expect((await service.call("GET", project, { token: service.token("dora") })).status).toBe(200)
  expect((await newUser(secret, "emil")).status).toBe(404)
})

test("no table contains the secret of an invitation, not even with an Idempotency-Key", async () => {
  const { secret } = await invite()
  await accept(secret, service.token("ada"), { "idempotency-key": "one" })
  const again = await accept(secret, service.token("ada"), { "idempotency-key": "one" })
  expect(again.status).toBe(200)
  await accept(`${secret.slice(0, -1)}g`, service.token("ada"), { "idempotency-key": "two" })
  const dump = await service.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`
      return JSON.stringify(yield* Effect.forEach(tables, ({ name }) => sql`SELECT * FROM ${sql(name)}`))
    })
  )
  expect(dump).toContain("invitation.create")
  expect(dump).not.toContain(secret.slice(0, -1))
})
