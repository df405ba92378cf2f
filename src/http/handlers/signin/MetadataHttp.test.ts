import { afterAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { scopes } from "../../../domain/Principal.ts"
import * as SignedIn from "../../testing/SignedIn.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const started = (options?: TestService.TestOptions) => Effect.runPromise(Scope.extend(TestService.make(options), scope))
const service = await started()
const { publicUrl } = TestService

const read = async (path: string, from = service) => {
  const response = await from.call("GET", path, { headers: { origin: "https://inspector.test" } })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>
  }
}

test("the authorization server is described for scripts of any origin", async () => {
  const { body, headers, status } = await read("/.well-known/oauth-authorization-server")
  expect([status, headers.get("access-control-allow-origin")]).toEqual([200, "*"])
  expect(headers.get("content-type")).toStartWith("application/json")
  expect(body).toMatchObject({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/v1/auth/authorize`,
    token_endpoint: `${publicUrl}/v1/auth/token`,
    code_challenge_methods_supported: ["S256"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    scopes_supported: [...scopes]
  })
  expect(body).not.toHaveProperty("registration_endpoint")
})

test("the registration endpoint is listed if registration is open", async () => {
  const open = await started({ settings: { isRegistrationOpen: true, publicUrl: "https://bim.test/plinth" } })
  const { body } = await read("/.well-known/oauth-authorization-server", open)
  expect(body).toMatchObject({
    issuer: "https://bim.test/plinth",
    registration_endpoint: "https://bim.test/plinth/v1/auth/register"
  })
})

test("the API and /mcp are described as resources of this server", async () => {
  for (const [path, resource] of [
    ["", publicUrl],
    ["/mcp", `${publicUrl}/mcp`]
  ]) {
    const { body, headers, status } = await read(`/.well-known/oauth-protected-resource${path}`)
    expect([status, headers.get("access-control-allow-origin")]).toEqual([200, "*"])
    expect(body).toMatchObject({ resource, authorization_servers: [publicUrl], bearer_methods_supported: ["header"] })
    for (const name of body["scopes_supported"] as ReadonlyArray<string>)
      expect(scopes as readonly string[]).toContain(name)
  }
})

test("every challenge names the metadata of its resource and keeps its other parameters", async () => {
  const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`
  const challengeOf = async (path: string, options: TestService.CallOptions, method = "GET") => {
    const response = await service.call(method, path, options)
    return [response.status, response.headers.get("www-authenticate")]
  }
  expect(await challengeOf("/v1/projects", {})).toEqual([401, `Bearer realm="plinth", ${metadata}`])
  expect(await challengeOf("/iceberg/v1/namespaces", {})).toEqual([401, `Bearer realm="plinth", ${metadata}`])
  expect(await challengeOf("/v1/projects", { token: "bad" })).toEqual([
    401,
    `Bearer realm="plinth", ${metadata}, error="invalid_token", error_description="The token is not good"`
  ])
  expect(await challengeOf("/v1/projects", { token: service.token("ada", ["models:read"]) })).toEqual([
    403,
    `Bearer realm="plinth", ${metadata}, error="insufficient_scope", scope="projects:read"`
  ])
  const headers = { authorization: `Basic ${btoa("nobody:x")}` }
  expect(
    await challengeOf("/v1/auth/token", { body: { grant_type: "refresh_token", refresh_token: "x" }, headers }, "POST")
  ).toEqual([401, `Bearer realm="plinth", ${metadata}, Basic realm="plinth"`])
})

test("a resource is accepted, once or more, at both endpoints, whatever it names", async () => {
  await SignedIn.client(service)
  for (const resource of [`${publicUrl}/mcp`, "https://other.test/mcp", "not a URL"]) {
    const asked = SignedIn.request({ resource })
    asked.append("resource", "https://second.test")
    const grant = await SignedIn.codeGrant(service, asked)
    const form = new URLSearchParams({ ...grant, resource })
    form.append("resource", "https://second.test")
    const response = await service.call("POST", "/v1/auth/token", {
      body: form.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" }
    })
    expect(response.status).toBe(200)
  }
})
