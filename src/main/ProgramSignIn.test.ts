import { afterAll, expect, test } from "bun:test"
import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { audience } from "../../scripts/backends/OidcNames.ts"
import * as McpUser from "../http/testing/McpUser.ts"
import * as Browser from "./testing/Browser.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-program-sign-in-"))
let stop = () => Promise.resolve()
afterAll(async () => {
  await stop()
  rmSync(root, { recursive: true, force: true })
})

type Json = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, string>>

/** The program on the user's computer. It knows the URL of `/mcp` and nothing else. */
const name = "Survey <b>agent</b>"
/** It registers no port, because it takes another one at each run. */
const registeredUri = "http://127.0.0.1/back"
const redirectUri = "http://127.0.0.1:53412/back"
const isBack = (url: URL) => url.href.startsWith(redirectUri)
const verifier = randomBytes(32).toString("base64url")
const challenge = createHash("sha256").update(verifier).digest("base64url")

const json = async (response: Response, status = 200): Promise<Json> => {
  expect([response.status, response.ok || (await response.clone().text())]).toEqual([status, true])
  return (await response.json()) as Json
}

/** Finds the endpoints as RFC 9728 and RFC 8414 say, beginning with the answer to a call without a token. */
const discovered = async (mcp: string) => {
  const refused = await fetch(mcp, { method: "POST" })
  expect(refused.status).toBe(401)
  const [, metadata] = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "") ?? []
  const resource = await json(await fetch(metadata!))
  expect(resource["resource"]).toBe(mcp)
  const [issuer] = resource["authorization_servers"] as ReadonlyArray<string>
  const server = await json(await fetch(`${issuer}/.well-known/oauth-authorization-server`))
  expect([server["issuer"], server["code_challenge_methods_supported"]]).toEqual([issuer, ["S256"]])
  return server as Fields
}

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as Readonly<Record<string, string>>

const keycloak = process.env["TEST_KEYCLOAK_ISSUER"]
if (keycloak === undefined) {
  test.skip("a program signs users of Keycloak in: TEST_KEYCLOAK_ISSUER names none", () => {})
} else {
  /** The tokens that Keycloak itself gives Ann, who is an operator by her name. */
  const ann = async () => {
    const asked = { grant_type: "password", username: "ann", password: "ann-secret", scope: "openid projects:read" }
    const body = new URLSearchParams({ ...asked, client_id: "plinth", client_secret: "plinth-secret" })
    const response = await fetch(`${keycloak}/protocol/openid-connect/token`, { method: "POST", body })
    return (await json(response))["access_token"] as string
  }

  test("a program registers itself, its user of Keycloak agrees on a page each time, and it uses /mcp", async () => {
    const service = await ServiceProcess.start({
      directory: join(root, "data"),
      environment: {
        AUTH: "oidc",
        CLIENT_REGISTRATION: "open",
        OIDC_ISSUER: keycloak,
        OIDC_AUDIENCE: audience,
        OIDC_CLIENT_ID: "plinth",
        OIDC_CLIENT_SECRET: "plinth-secret",
        OIDC_OPERATOR_CLAIM: "name",
        OIDC_OPERATOR_VALUE: "Ann Example"
      }
    })
    stop = service.stop
    // The service calls itself localhost, and cookies belong to that host.
    const origin = `http://localhost:${service.port}`
    const server = await discovered(`${origin}/mcp`)
    const metadata = { client_name: name, redirect_uris: [registeredUri], scope: "models:read projects:read" }
    const registered = await fetch(server["registration_endpoint"]!, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(metadata)
    })
    const { client_id: clientId } = (await json(registered, 201)) as Fields
    const request = new URL(server["authorization_endpoint"]!)
    const asked = { client_id: clientId!, redirect_uri: redirectUri, state: "s", resource: `${origin}/mcp` }
    for (const [key, value] of Object.entries({ ...asked, code_challenge: challenge, code_challenge_method: "S256" })) {
      request.searchParams.set(key, value)
    }

    /** Leads a browser to the page of consent, which is of this service. */
    const consent = async (browser: ReturnType<typeof Browser.open>) => {
      const page = await browser.go(request, isBack)
      expect([page.url.origin, page.url.pathname]).toEqual([origin, "/v1/auth/consent"])
      expect(page.html).toContain("<bdi>Survey &lt;b&gt;agent&lt;/b&gt;</bdi>")
      expect(page.html).toContain("<strong>127.0.0.1:53412</strong>")
      expect(page.html).toContain("<li>read models, calculate quantities and export</li>")
      expect(page.html.match(/<li>/g)).toHaveLength(2)
      expect(page.response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
      const [, ticket] = /name="request" value="([^"]+)"/.exec(page.html)!
      return (decision: string) => browser.submit(page, { request: ticket!, decision }, isBack)
    }
    const token = async (body: Fields) => {
      const form = new URLSearchParams({ client_id: clientId!, resource: `${origin}/mcp`, ...body })
      return (await json(await fetch(server["token_endpoint"]!, { method: "POST", body: form }))) as Fields
    }
    const redeemed = (code: string | null) =>
      token({
        grant_type: "authorization_code",
        code: code ?? "",
        redirect_uri: redirectUri,
        code_verifier: verifier
      })
    const mcp = async (bearer: string) => {
      const program = await McpUser.connected(origin, bearer)
      const { structure } = await program.call("list_projects")
      const [project] = structure["projects"] as ReadonlyArray<{ readonly id: string }>
      return { program, projectId: project!.id }
    }

    const browser = Browser.open()
    const login = await (await consent(browser))("allow")
    expect(login.url.href).toStartWith(keycloak)
    const back = await browser.submit(login, { username: "ann", password: "ann-secret" }, isBack)
    const answer = back.url.searchParams
    expect([answer.get("error_description"), answer.get("state"), answer.get("iss")]).toEqual([null, "s", origin])
    const first = await redeemed(answer.get("code"))
    expect([first["scope"], first["expires_in"] as unknown]).toEqual(["projects:read models:read", 3600])
    const claims = payloadOf(first["access_token"]!)
    expect([claims["iss"] === keycloak, claims["client_id"]]).toEqual([false, clientId])

    const { program, projectId } = await mcp(first["access_token"]!)
    expect((await program.call("list_models", { projectId })).error).toBeNull()
    expect((await program.call("list_locations", { projectId })).error).toBe("InsufficientScope")
    await program.close()
    const second = await token({ grant_type: "refresh_token", refresh_token: first["refresh_token"]! })
    await (await mcp(second["access_token"]!)).program.close()

    // Keycloak would sign this browser in without a word; the page asks before.
    const denied = await (await consent(browser))("deny")
    expect(isBack(denied.url)).toBe(true)
    expect(["error", "code", "state"].map((one) => denied.url.searchParams.get(one))).toEqual([
      "access_denied",
      null,
      "s"
    ])
    const again = await (await consent(browser))("allow")
    expect(isBack(again.url)).toBe(true)
    expect((await redeemed(again.url.searchParams.get("code")))["scope"]).toBe("projects:read models:read")

    const operator = ServiceClient.make(service.url, await ann())
    type Entries = ReadonlyArray<Fields>
    const userId = claims["sub"]!
    const { entries } = (await operator.call("GET", "/v1/admin/audit?pageSize=200")).json as unknown as {
      readonly entries: Entries
    }
    const allowed = entries.filter(({ action }) => action === "client.allow")
    expect(allowed.map((entry) => [entry["object"], entry["userId"], entry["userName"]])).toEqual([
      [clientId!, userId, "Ann Example"],
      [clientId!, userId, "Ann Example"]
    ])
    expect(entries.find(({ action }) => action === "client.register")).toMatchObject({ object: clientId! })
    const project = (await operator.call("GET", `/v1/projects/${projectId}/audit`)).json as unknown as {
      readonly entries: Entries
    }
    expect(project.entries.find(({ action }) => action === "listLocations")).toMatchObject({
      userId,
      userName: "Ann Example",
      client: clientId!,
      via: "mcp",
      outcome: "InsufficientScope"
    })
    for (const secret of [first["access_token"]!, second["refresh_token"]!]) expect(service.log()).not.toContain(secret)
  }, 300_000)
}
