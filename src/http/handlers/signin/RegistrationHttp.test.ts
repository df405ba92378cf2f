import { afterAll, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Registrations } from "../../../application/signin/Registrations.ts"
import * as SignedIn from "../../testing/SignedIn.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const started = (options?: TestService.TestOptions) => Effect.runPromise(Scope.extend(TestService.make(options), scope))
const service = await started({ settings: { isRegistrationOpen: true } })

const register = async (body: unknown, from = service, address = "192.0.2.1") => {
  const request = new Request(`${TestService.publicUrl}/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })
  const response = await from.fetch(request, { scheme: "http", address, answered: () => {} })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>
  }
}

test("a program registers itself as a public client and gets the registered metadata", async () => {
  const before = Math.floor(Date.now() / 1000)
  const { body, headers, status } = await register({
    redirect_uris: ["http://127.0.0.1:4711/back", "https://claude.test/back"],
    client_name: "  Claude  ",
    scope: "models:read libraries:read offline_access",
    token_endpoint_auth_method: "client_secret_basic",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    logo_uri: "https://evil.test/tracker.png"
  })
  expect(status).toBe(201)
  expect(headers.get("cache-control")).toBe("no-store")
  const { client_id: id, client_id_issued_at: at, ...rest } = body
  expect(id).toMatch(/^registered-[\da-f-]{36}$/)
  expect(at as number).toBeGreaterThanOrEqual(before)
  expect(rest).toEqual({
    client_name: "Claude",
    redirect_uris: ["http://127.0.0.1:4711/back", "https://claude.test/back"],
    scope: "models:read libraries:read",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none"
  })
})

test("scripts of any origin may register, and each registration is another client", async () => {
  const [one, other] = [
    await register({ redirect_uris: ["https://a.test"] }),
    await register({ redirect_uris: ["https://a.test"] })
  ]
  expect(one.headers.get("access-control-allow-origin")).toBe("*")
  expect(one.body["client_id"]).not.toBe(other.body["client_id"])
  expect(one.body["scope"]).toBe("models:read")
})

test("invalid metadata are 400 with the error of RFC 7591", async () => {
  const good = { redirect_uris: ["https://a.test"] }
  for (const [body, error] of [
    [{ redirect_uris: ["http://a.test"] }, "invalid_redirect_uri"],
    [{}, "invalid_redirect_uri"],
    [{ ...good, client_name: "a\u202eb" }, "invalid_client_metadata"],
    [{ ...good, grant_types: ["password"] }, "invalid_client_metadata"],
    [{ ...good, client_name: "x".repeat(256) }, "invalid_request"],
    [{ redirect_uris: "https://a.test" }, "invalid_request"],
    ["[]", "invalid_request"],
    ["{", "invalid_request"]
  ] as const) {
    const answer = await register(body)
    expect([answer.status, answer.body["error"]], JSON.stringify(body)).toEqual([400, error])
    expect(answer.headers.get("content-type")).toBe("application/problem+json")
    expect(answer.body["error_description"]).toBeString()
  }
  expect((await register({ redirect_uris: [`https://a.test/${"x".repeat(20_000)}`] })).status).toBe(413)
})

test("after 100 registrations a day an address gets 429 with Retry-After, and another one does not", async () => {
  const limited = await started({ settings: { isRegistrationOpen: true } })
  const ask = (address: string) => register({ redirect_uris: ["https://a.test"] }, limited, address)
  for (let n = 0; n < 100; n++) expect((await ask("192.0.2.7")).status).toBe(201)
  const refused = await ask("192.0.2.7")
  expect([refused.status, refused.body["error"]]).toEqual([429, "temporarily_unavailable"])
  expect(refused.headers.get("retry-after")).toBe("3600")
  expect((await ask("192.0.2.8")).status).toBe(201)
})

test("the address is not stored", async () => {
  await register({ redirect_uris: ["https://a.test"] }, service, "198.51.100.77")
  const rows = await service.run(Effect.flatMap(SqlClient, (sql) => sql`SELECT * FROM clients`))
  expect(JSON.stringify(rows)).not.toContain("198.51.100")
})

test("unless the operator opens registration, the path does not exist and registered clients are unknown", async () => {
  const closed = await started()
  const answer = await register({ redirect_uris: ["https://a.test"] }, closed)
  expect([answer.status, answer.body["type"]]).toEqual([404, "urn:plinth:error:not-found"])
  const { id } = await closed.run(
    Effect.flatMap(Registrations, ({ register }) =>
      register({ redirect_uris: [SignedIn.redirectUri] }, { network: "", requestId: "r" })
    )
  )
  const asked = SignedIn.request({ client_id: id })
  expect((await closed.call("GET", `/v1/auth/authorize?${asked.toString()}`)).status).toBe(400)
  const body = { grant_type: "refresh_token", client_id: id, refresh_token: "x" }
  expect((await closed.call("POST", "/v1/auth/token", { body })).status).toBe(401)
})
