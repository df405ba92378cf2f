import { afterAll, describe, expect, test } from "bun:test"
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

type Body = Record<string, string>

const post = async (body: unknown, headers: Readonly<Record<string, string>> = {}, path = "/v1/auth/token") => {
  const response = await service.call("POST", path, { body, headers })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Body & { expires_in: number }
  }
}

const form = (body: Body) =>
  post(new URLSearchParams(body).toString(), { "content-type": "application/x-www-form-urlencoded" })

const refresh = (token: string, more: Body = {}) =>
  post({ grant_type: "refresh_token", client_id: "excel", refresh_token: token, ...more })

const authorize = (query: string, accept = "*/*") =>
  service.call("GET", `/v1/auth/authorize?${query}`, { headers: { accept } })

test("everybody can list the scopes", async () => {
  const response = await service.call("GET", "/v1/auth/scopes")
  expect(await response.json()).toEqual({ scopes })
})

describe("authorize", () => {
  const { redirectUri, request } = SignedIn

  test("redirects to the page by an absolute URL", async () => {
    await SignedIn.client(service)
    for (const more of [
      {},
      { state: "" },
      { scope: "" },
      { response_type: "code" },
      { prompt: "login", resource: "x" }
    ]) {
      const response = await authorize(request(more).toString())
      expect(response.status).toBe(302)
      expect(response.headers.get("location")).toStartWith(`${TestService.publicUrl}/v1/auth/sign-in?request=`)
    }
  })

  const nowhere: Readonly<Record<string, string>> = {
    "no parameters": "",
    "no client": request({ client_id: "" }).toString(),
    "an unknown client": request({ client_id: "word" }).toString(),
    "a client that is none": request({ client_id: "\u0000'--" }).toString(),
    "no redirect": request({ redirect_uri: "" }).toString(),
    "another redirect": request({ redirect_uri: "https://evil.test" }).toString(),
    "a longer redirect": request({ redirect_uri: `${redirectUri}/` }).toString(),
    "a shorter redirect": request({ redirect_uri: redirectUri.slice(0, -1) }).toString(),
    "a redirect in other letters": request({ redirect_uri: redirectUri.toUpperCase() }).toString(),
    "two redirects": `${request().toString()}&redirect_uri=${encodeURIComponent("https://evil.test")}`,
    "two clients": `${request().toString()}&client_id=word`
  }
  for (const [name, query] of Object.entries(nowhere)) {
    test(`${name}: 400 without redirect`, async () => {
      await SignedIn.client(service)
      const problem = await authorize(query)
      expect([problem.status, problem.headers.get("location")]).toEqual([400, null])
      expect(problem.headers.get("content-type")).toBe("application/problem+json")
      const body = (await problem.json()) as Body
      expect(body).toMatchObject({ error: "invalid_request", error_description: body["detail"] })
      const page = await authorize(query, "text/html,*/*")
      expect([page.status, page.headers.get("location")]).toEqual([400, null])
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
    })
  }

  const there: ReadonlyArray<readonly [string, Body | string, string]> = [
    ["a token asked for", { response_type: "token" }, "unsupported_response_type"],
    ["no challenge", { code_challenge: "" }, "invalid_request"],
    ["a short challenge", { code_challenge: "x".repeat(42) }, "invalid_request"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["no method, which is plain", { code_challenge_method: "" }, "invalid_request"],
    ["a parameter that is repeated", "&scope=models:write", "invalid_request"]
  ]
  for (const [name, other, error] of there) {
    test(`${name}: redirected to the client`, async () => {
      await SignedIn.client(service)
      const query = typeof other === "string" ? `${request().toString()}${other}` : request(other).toString()
      const response = await authorize(query)
      expect(response.status).toBe(302)
      expect(response.headers.get("location")).toStartWith(`${redirectUri}?`)
      const { error_description: description, ...told } = Object.fromEntries(SignedIn.told(response))
      expect(told).toEqual({ error, state: "the state", iss: TestService.publicUrl })
      expect(description).toBeString()
    })
  }

  test("a repeated or too long state is not returned", async () => {
    await SignedIn.client(service)
    for (const query of [`${request().toString()}&state=2`, request({ state: "x".repeat(2049) }).toString()]) {
      expect(Object.keys(Object.fromEntries(SignedIn.told(await authorize(query)))).toSorted()).toEqual([
        "error",
        "error_description",
        "iss"
      ])
    }
  })
})

describe("token", () => {
  test("a code is exchanged for tokens once, as JSON and as a form, on both paths", async () => {
    for (const path of ["/v1/auth/token", "/v1/auth/oauth/token"]) {
      const grant = await SignedIn.codeGrant(service)
      const { body, headers, status } = await post(grant, {}, path)
      expect(status).toBe(200)
      expect([headers.get("cache-control"), headers.get("pragma")]).toEqual(["no-store", "no-cache"])
      const { access_token: access, refresh_token: token, ...rest } = body
      expect(rest as unknown).toEqual({ token_type: "Bearer", expires_in: 3600, scope: "models:read" })
      expect(token).toBeString()
      expect((await service.call("GET", "/v1/operations/none", { token: access! })).status).toBe(404)
    }
    const grant = await SignedIn.codeGrant(service)
    expect((await form(grant)).status).toBe(200)
    expect(await form(grant)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  })

  test("using a code again ends the sign-in that it began", async () => {
    const grant = await SignedIn.codeGrant(service)
    const { body } = await post(grant)
    expect(await post(grant)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    expect(await refresh(body["refresh_token"]!)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  })

  test("scopes that a client may not have are dropped; without any, it gets those that it may have", async () => {
    const back = { redirect_uri: "https://reader.test", client_id: "reader" }
    await SignedIn.client(service, "reader", {
      scopes: ["models:read", "projects:read"],
      redirectUri: "https://reader.test"
    })
    const table = {
      "models:read openid models:write": "models:read",
      "models:write": "projects:read models:read",
      "": "projects:read models:read"
    }
    for (const [scope, granted] of Object.entries(table)) {
      const { body } = await post(await SignedIn.codeGrant(service, SignedIn.request({ ...back, scope })))
      expect(body["scope"]).toBe(granted)
    }
  })

  test("refresh tokens rotate; using one again ends the sign-in, an invented one does not", async () => {
    const first = (await post(await SignedIn.codeGrant(service))).body["refresh_token"]!
    const changed = `${first.slice(0, -1)}${first.endsWith("A") ? "B" : "A"}`
    for (const wrong of [changed, "x", "..", `${first}.x`, ""]) expect((await refresh(wrong)).status).toBe(400)
    const second = await refresh(first)
    expect(second).toMatchObject({ status: 200, body: { scope: "models:read", expires_in: 3600 } })
    const third = await refresh(second.body["refresh_token"]!)
    expect(third.status).toBe(200)
    expect(await refresh(first)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    expect(await refresh(third.body["refresh_token"]!)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  })

  const wrong: ReadonlyArray<readonly [string, Body, number, string]> = [
    ["another verifier", { code_verifier: "x".repeat(43) }, 400, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, 400, "invalid_request"],
    ["another redirect", { redirect_uri: "https://evil.test" }, 400, "invalid_grant"],
    ["no redirect", { redirect_uri: "" }, 400, "invalid_request"],
    ["another code", { code: "x" }, 400, "invalid_grant"],
    ["no code", { code: "" }, 400, "invalid_request"],
    ["another client", { client_id: "reader" }, 400, "invalid_grant"],
    ["an unknown client", { client_id: "nobody" }, 401, "invalid_client"],
    ["no client", { client_id: "" }, 401, "invalid_client"],
    ["a secret where there is none", { client_secret: "x" }, 401, "invalid_client"],
    ["another grant", { grant_type: "password" }, 400, "unsupported_grant_type"],
    ["no grant", { grant_type: "" }, 400, "invalid_request"]
  ]
  for (const [name, other, status, error] of wrong) {
    test(`${name}: ${status} ${error}, and the code remains valid for its client`, async () => {
      await SignedIn.client(service, "reader")
      const grant = await SignedIn.codeGrant(service)
      for (const send of [post, form]) {
        const answer = await send({ ...grant, ...other })
        expect(answer).toMatchObject({ status, body: { error, status } })
        expect(answer.body["error_description"]).toBe(answer.body["detail"])
        expect(answer.headers.get("content-type")).toBe("application/problem+json")
        if (status === 401) expect(answer.headers.get("www-authenticate")).toBe(SignedIn.challenge)
      }
      expect((await post({ ...grant, client_secret: "" })).status).toBe(200)
    })
  }

  test("a client with a secret sends it in the body or by HTTP Basic, not both, and no other secret", async () => {
    const secret = (await SignedIn.client(service, "server", { secret: true, redirectUri: "https://server.test" }))!
    const asked = SignedIn.request({ client_id: "server", redirect_uri: "https://server.test" })
    const basic = (id: string, text: string) => ({
      authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${text}`)}`
    })
    const { client_id: _, ...grant } = await SignedIn.codeGrant(service, asked)
    const refused: ReadonlyArray<readonly [Body, Readonly<Record<string, string>>, number, string]> = [
      [{ client_id: "server" }, {}, 401, "invalid_client"],
      [{ client_id: "server", client_secret: "x" }, {}, 401, "invalid_client"],
      [{}, basic("server", "x"), 401, "invalid_client"],
      [{}, basic("server", ""), 401, "invalid_client"],
      [{}, { authorization: "Bearer x" }, 401, "invalid_client"],
      [{}, { authorization: "Basic !" }, 401, "invalid_client"],
      [{}, { authorization: `Basic ${btoa("server")}` }, 401, "invalid_client"],
      [{}, { authorization: `Basic ${btoa("server:%")}` }, 401, "invalid_client"],
      [{ client_secret: secret }, basic("server", secret), 400, "invalid_request"],
      [{ client_id: "excel" }, basic("server", secret), 400, "invalid_request"]
    ]
    for (const [body, headers, status, error] of refused) {
      const answer = await post({ ...grant, ...body }, headers)
      expect([answer.status, answer.body["error"]]).toEqual([status, error])
      if (status === 401 && headers["authorization"] !== undefined) {
        expect(answer.headers.get("www-authenticate")).toBe(`${SignedIn.challenge}, Basic realm="plinth"`)
      }
    }
    const first = await post({ ...grant, client_id: "server" }, basic("server", secret))
    expect(first.status).toBe(200)
    const token = first.body["refresh_token"]!
    expect((await refresh(token, { client_id: "server" })).status).toBe(401)
    expect((await refresh(token, { client_id: "server", client_secret: secret })).status).toBe(200)
  })

  test("JSON members match in any case, form parameters may not be repeated", async () => {
    const grant = await SignedIn.codeGrant(service)
    const twice = `${new URLSearchParams(grant).toString()}&code=x`
    const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" }
    const repeated = await post(twice, headers)
    expect([repeated.status, repeated.body["error"]]).toEqual([400, "invalid_request"])
    expect((await post(`${new URLSearchParams(grant).toString()}&more=1&more=2`, headers)).status).toBe(200)
    const { grant_type: kind, ...rest } = await SignedIn.codeGrant(service)
    expect((await post({ ...rest, Grant_Type: kind, resource: ["x"] })).status).toBe(200)
    const other = await post("grant_type=x", { "content-type": "multipart/form-data" })
    expect([other.status, other.body["error"]]).toEqual([415, "invalid_request"])
    expect((await post("[]")).status).toBe(400)
    expect((await post(JSON.stringify({ code: "x".repeat(70_000) }))).status).toBe(413)
  })
})

test("after 300 refusals a minute an address gets 429", async () => {
  const limited = await started({ settings: { requestsPerMinute: 6000 } })
  const body = { grant_type: "refresh_token", client_id: "nobody", refresh_token: "x" }
  const statusOf = async () => (await limited.call("POST", "/v1/auth/token", { body })).status
  let refused = 0
  // Some requests are admitted again while others are being counted.
  while ((await statusOf()) === 401 && refused < 400) refused += 1
  expect(refused).toBeGreaterThanOrEqual(300)
  expect(refused).toBeLessThan(400)
})
