import type { Answer } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Client } from "../../harness/Client.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const nineteen = rules("contract 19", ["auth"])

const scopes = ["libraries:read", "libraries:write", "models:read", "models:write", "projects:read", "projects:write"]

const form = "application/x-www-form-urlencoded"
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWtuGpkRfgwAs"

/** Reads a metadata document as a script of another site does. */
const document = async (anonymous: Client, path: string): Promise<Answer> => {
  const answer = status(await anonymous.get(`/.well-known/${path}`, { origin: "https://inspector.invalid" }), 200)
  matches("Content-Type", answer.header("content-type"), /^application\/json\b/)
  same("Access-Control-Allow-Origin", answer.header("access-control-allow-origin"), "*")
  return answer
}

const server = (anonymous: Client): Promise<Answer> => document(anonymous, "oauth-authorization-server")

const isOpen = async (anonymous: Client): Promise<boolean> =>
  (await server(anonymous)).at("registration_endpoint") !== undefined

const register = (anonymous: Client, more: Readonly<Record<string, unknown>>): Promise<Answer> =>
  anonymous.post("/v1/auth/register", { redirect_uris: ["http://127.0.0.1/back"], ...more })

/** Asks a user to sign in, and returns the page that the browser is led to. */
const askedPage = async (anonymous: Client, clientId: string, redirectUri: string): Promise<Answer> => {
  const asked = {
    client_id: clientId,
    redirect_uri: redirectUri,
    state: "s",
    code_challenge: challenge,
    code_challenge_method: "S256"
  }
  const answer = await anonymous.get(`/v1/auth/authorize?${new URLSearchParams(asked).toString()}`)
  status(answer, 302)
  const location = answer.header("location")
  matches("Location", location, /\/v1\/auth\/(?:sign-in|consent)\?/)
  return status(await anonymous.get(location.slice(location.indexOf("/v1/auth/")), { accept: "text/html" }), 200)
}

export const programs = [
  nineteen(
    "19-authorization-server",
    "The metadata of the authorization server name its endpoints, S256, the grants and the scopes, for scripts of any origin",
    async ({ anonymous }) => {
      const answer = await server(anonymous)
      const issuer = matches("issuer", answer.at("issuer"), /^https?:\/\/[^?#]*[^/?#]$/)
      same("authorization_endpoint", answer.at("authorization_endpoint"), `${issuer}/v1/auth/authorize`)
      same("token_endpoint", answer.at("token_endpoint"), `${issuer}/v1/auth/token`)
      same("code_challenge_methods_supported", answer.list("code_challenge_methods_supported"), ["S256"])
      same("response_types_supported", answer.list("response_types_supported"), ["code"])
      same("scopes", answer.list("scopes_supported").map(String).toSorted(), scopes)
      const grants = answer.list("grant_types_supported").map(String).toSorted()
      same("grants", grants, ["authorization_code", "refresh_token"])
      holds("public clients", answer.list("token_endpoint_auth_methods_supported").map(String).includes("none"))
    }
  ),
  nineteen(
    "19-protected-resource",
    "The metadata of the API and of /mcp name the resource and this authorization server",
    async ({ anonymous }) => {
      const issuer = (await server(anonymous)).string("issuer")
      for (const [path, resource] of [
        ["oauth-protected-resource", issuer],
        ["oauth-protected-resource/mcp", `${issuer}/mcp`]
      ] as const) {
        const answer = await document(anonymous, path)
        same("resource", answer.at("resource"), resource)
        same("authorization_servers", answer.list("authorization_servers"), [issuer])
        for (const name of answer.list("scopes_supported").map(String)) holds(name, scopes.includes(name))
      }
    }
  ),
  nineteen(
    "19-challenge",
    "Every 401 names the metadata of the resource in WWW-Authenticate",
    async ({ anonymous }) => {
      const url = `${(await server(anonymous)).string("issuer")}/.well-known/oauth-protected-resource`
      const refused = [
        await anonymous.get("/v1/projects"),
        await anonymous.get("/v1/projects", { authorization: "Bearer x" }),
        await anonymous.get("/bcf/3.0/projects"),
        await anonymous.post("/v1/auth/token", { grant_type: "refresh_token", refresh_token: "x", client_id: "x" })
      ]
      for (const answer of refused) {
        status(answer, 401)
        const header = answer.header("www-authenticate")
        matches("WWW-Authenticate", header, /^Bearer\b/)
        holds(`resource_metadata in ${header}`, header.includes(`resource_metadata="${url}"`))
      }
    }
  ),
  nineteen(
    "19-resource",
    "A resource indicator changes nothing: neither endpoint refuses it",
    async ({ anonymous }) => {
      const resource = ["https://other.invalid/mcp", "no URL"]
      const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "x", client_id: "no-such-client" })
      for (const one of resource) body.append("resource", one)
      const token = await anonymous.raw("POST", "/v1/auth/token", body.toString(), form)
      status(token, 401)
      same("error", token.at("error"), "invalid_client")
      if (!(await isOpen(anonymous))) return
      const id = status(await register(anonymous, {}), 201).string("client_id")
      const asked = new URLSearchParams({
        client_id: id,
        redirect_uri: "http://127.0.0.1/back",
        code_challenge: challenge,
        code_challenge_method: "S256"
      })
      for (const one of resource) asked.append("resource", one)
      const answer = status(await anonymous.get(`/v1/auth/authorize?${asked.toString()}`), 302)
      matches("Location", answer.header("location"), /\/v1\/auth\/(?:sign-in|consent)\?/)
    }
  ),
  nineteen(
    "19-register",
    "Programs register themselves as public clients if the metadata say so, with what they ask for, else with models:read; otherwise it is 404",
    async ({ anonymous }) => {
      if (!(await isOpen(anonymous))) {
        problem(await register(anonymous, {}), 404)
        return
      }
      const scope = "projects:read models:write admin"
      const answer = status(await register(anonymous, { client_name: "Conformance", scope }), 201)
      matches("client_id", answer.at("client_id"), /^[\w.~-]{1,128}$/)
      same("client_secret", answer.at("client_secret"), undefined)
      same("client_name", answer.at("client_name"), "Conformance")
      same("redirect_uris", answer.list("redirect_uris"), ["http://127.0.0.1/back"])
      same("token_endpoint_auth_method", answer.at("token_endpoint_auth_method"), "none")
      same("scope", answer.string("scope").split(" ").toSorted(), ["models:write", "projects:read"])
      same("Cache-Control", answer.header("cache-control"), "no-store")
      same("default scope", status(await register(anonymous, {}), 201).at("scope"), "models:read")
    }
  ),
  nineteen(
    "19-register-redirects",
    "Redirects of such programs are https or loopback; other schemes, other hosts over http and fragments are 400",
    async ({ anonymous }) => {
      if (!(await isOpen(anonymous))) return
      const bad = [
        "http://example.invalid/",
        "http://localhost.example.invalid/",
        "http://127.0.0.2/",
        "com.example.app:/back",
        "javascript:alert(1)",
        "data:text/html,x",
        "https://example.invalid/#x",
        "http://localhost/#",
        "https://ada@example.invalid/",
        "/back"
      ]
      await each(bad, String, async (uri) => {
        const answer = await register(anonymous, { redirect_uris: ["https://example.invalid/", uri] })
        problem(answer, 400)
        same("error", answer.at("error"), "invalid_redirect_uri")
      })
      problem(await register(anonymous, { redirect_uris: [] }), 400)
      const good = ["https://example.invalid/back", "http://[::1]:4711/back", "http://localhost/back"]
      status(await register(anonymous, { redirect_uris: good }), 201)
    }
  ),
  nineteen(
    "19-consent",
    "A page of the service names such a program as text beside the host of its redirect, at any loopback port, and asks; it cannot be framed",
    async ({ anonymous }) => {
      if (!(await isOpen(anonymous))) return
      const name = "<b onclick=x>Conformance & co</b>"
      const id = status(await register(anonymous, { client_name: name }), 201).string("client_id")
      for (const port of [4711, 53_412]) {
        const page = await askedPage(anonymous, id, `http://127.0.0.1:${port}/back`)
        matches("Content-Type", page.header("content-type"), /^text\/html\b/)
        matches("Content-Security-Policy", page.header("content-security-policy"), /frame-ancestors 'none'/)
        same("Cache-Control", page.header("cache-control"), "no-store")
        holds("the name as text", page.text.includes("&lt;b onclick=x&gt;Conformance &amp; co&lt;/b&gt;"), page.text)
        holds("the host", page.text.includes(`127.0.0.1:${port}`), page.text)
        holds("a form", /<form method="post">/.test(page.text) && !page.text.includes("<script"), page.text)
        holds("a cookie", page.header("set-cookie").includes("HttpOnly"))
      }
      const other = { client_id: id, redirect_uri: "http://127.0.0.1:4711/other", code_challenge: challenge }
      problem(await anonymous.get(`/v1/auth/authorize?${new URLSearchParams(other).toString()}`), 400)
    }
  ),
  nineteen(
    "19-consent-form",
    "The form of that page works only with its token and in the browser that was shown it: else 403",
    async ({ anonymous }) => {
      if (!(await isOpen(anonymous))) return
      const id = status(await register(anonymous, {}), 201).string("client_id")
      const page = await askedPage(anonymous, id, "http://127.0.0.1:4711/back")
      const cookie = page.header("set-cookie").split(";")[0]!
      const ticket = matches("token", /name="request" value="([^"]+)"/.exec(page.text)?.[1], /./)
      const local = (await anonymous.get("/v1/auth/consent")).status === 404
      const send = (request: string, sent: string) =>
        anonymous.send("POST", local ? "/v1/auth/sign-in" : "/v1/auth/consent", {
          bytes: new TextEncoder().encode(new URLSearchParams({ request, decision: "deny" }).toString()),
          headers: { "content-type": form, cookie: sent }
        })
      for (const [request, sent] of [
        [ticket, ""],
        [ticket, `plinth-sign-in=${"x".repeat(43)}`],
        [`${ticket}x`, cookie],
        ["", cookie]
      ] as const) {
        problem(await send(request, sent), 403)
      }
      const denied = status(await send(ticket, cookie), 302)
      const told = new URL(denied.header("location"))
      same("redirect", told.origin + told.pathname, "http://127.0.0.1:4711/back")
      same("error", told.searchParams.get("error"), "access_denied")
      same("state", told.searchParams.get("state"), "s")
    }
  )
]
