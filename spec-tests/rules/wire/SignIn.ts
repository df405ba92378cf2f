import type { Answer } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Client } from "../../harness/Client.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const one = rules("contract 1", ["auth"])
const two = rules("contract 2", ["auth"])
const four = rules("contract 4", ["auth"])
const ten = rules("contract 10", ["auth"])

const scopes = ["libraries:read", "libraries:write", "models:read", "models:write", "projects:read", "projects:write"]

/** Both addresses of the token endpoint. */
const tokenPaths = ["/v1/auth/token", "/v1/auth/oauth/token"]

const form = "application/x-www-form-urlencoded"

/** A refusal of the auth endpoints: ProblemDetails that also carry OAuth's two members. */
const refused = (answer: Answer, error?: string): void => {
  problem(answer, answer.status)
  holds("a 4xx", answer.status === 400 || answer.status === 401, answer.status)
  matches("error", answer.at("error"), /^[a-z_]+$/)
  holds("error_description", answer.string("error_description").length > 0)
  if (error !== undefined) same("error", answer.at("error"), error)
  if (answer.status === 401) matches("WWW-Authenticate", answer.header("www-authenticate"), /^Bearer\b/)
}

/** Sends the same members as JSON and as a form to both addresses. */
const everywhere = async (
  { anonymous }: { readonly anonymous: Client },
  body: Readonly<Record<string, string>>,
  look: (answer: Answer) => void
): Promise<void> => {
  for (const path of tokenPaths) {
    look(await anonymous.post(path, body))
    look(await anonymous.raw("POST", path, new URLSearchParams(body).toString(), form))
  }
}

const asked = {
  client_id: "no-such-client",
  redirect_uri: "https://example.invalid/back",
  state: "s",
  code_challenge: "x".repeat(43),
  code_challenge_method: "S256"
}

const code = {
  grant_type: "authorization_code",
  code: "x",
  code_verifier: "y".repeat(43),
  redirect_uri: "https://a.test"
}

export const signIn = [
  four("4-auth-scopes", "GET /auth/scopes lists the six scopes, without authentication", async ({ anonymous }) => {
    const answer = status(await anonymous.get("/v1/auth/scopes"), 200)
    same("scopes", answer.list("scopes").map(String).toSorted(), scopes)
  }),
  ten(
    "10-auth-token",
    "POST /auth/token refuses a bad grant with OAuth's error in ProblemDetails",
    async ({ anonymous }) => {
      const { redirect_uri: _, ...withoutRedirect } = code
      const bad: ReadonlyArray<Record<string, string>> = [{ grant_type: "password" }, withoutRedirect, {}]
      await each(
        bad,
        (body) => JSON.stringify(body),
        async (body) => {
          refused(await anonymous.post("/v1/auth/token", body))
          refused(await anonymous.raw("POST", "/v1/auth/token", new URLSearchParams(body).toString(), form))
        }
      )
    }
  ),
  ten(
    "10-auth-authorize",
    "GET /auth/authorize refuses a request without its parameters with 400",
    async ({ anonymous }) => {
      problem(await anonymous.get("/v1/auth/authorize"), 400)
    }
  ),
  four(
    "4-auth-token-paths",
    "Both paths of the token endpoint accept JSON and forms, and refuse an unknown grant",
    (context) =>
      everywhere(context, { grant_type: "password", client_id: "x" }, (answer) => {
        refused(answer, "unsupported_grant_type")
        same("status", answer.status, 400)
      })
  ),
  ten("10-auth-unknown-client", "A client that is not registered gets 401 invalid_client", (context) =>
    everywhere(context, { ...code, client_id: "no-such-client" }, (answer) => {
      refused(answer, "invalid_client")
      same("status", answer.status, 401)
    })
  ),
  ten("10-auth-basic", "So does one that authenticates by HTTP Basic", async ({ anonymous }) => {
    const headers = { authorization: `Basic ${btoa("no-such-client:secret")}` }
    const answer = await anonymous.post("/v1/auth/token", { grant_type: "refresh_token", refresh_token: "x" }, headers)
    refused(answer, "invalid_client")
    same("status", answer.status, 401)
    matches("WWW-Authenticate", answer.header("www-authenticate"), /\bBasic\b/)
  }),
  ten("10-auth-missing", "A grant without a required parameter is 400 invalid_request", (context) =>
    each(
      [{ grant_type: "authorization_code" }, { grant_type: "refresh_token" }, { code: "x" }],
      (body) => JSON.stringify(body),
      (body) =>
        everywhere(context, { ...(body as Record<string, string>), client_id: "x" }, (answer) => {
          refused(answer, "invalid_request")
          same("status", answer.status, 400)
        })
    )
  ),
  ten("10-auth-repeated", "A repeated parameter of a form is 400 invalid_request", async ({ anonymous }) => {
    refused(
      await anonymous.raw("POST", "/v1/auth/token", "grant_type=refresh_token&grant_type=password", form),
      "invalid_request"
    )
  }),
  two("2.5-auth-media-type", "The token endpoint accepts no other media type: 415", async ({ anonymous }) => {
    problem(await anonymous.raw("POST", "/v1/auth/token", "grant_type=password", "text/plain"), 415)
    problem(await anonymous.raw("POST", "/v1/auth/token", "{", "application/json"), 400)
  }),
  four(
    "4-auth-no-redirect",
    "An unknown client or redirect URI is 400 without redirect, whatever else is requested",
    async ({ anonymous }) => {
      const queries = [
        asked,
        { ...asked, client_id: "" },
        { ...asked, redirect_uri: "" },
        { ...asked, response_type: "token" },
        { ...asked, redirect_uri: "javascript:alert(1)" }
      ]
      await each(
        queries,
        (query) => JSON.stringify(query),
        async (query) => {
          const answer = await anonymous.get(`/v1/auth/authorize?${new URLSearchParams(query).toString()}`)
          refused(answer)
          same("status", answer.status, 400)
          same("Location", answer.headers.get("location"), null)
        }
      )
    }
  ),
  four("4-auth-page", "Browsers get the error as a page that is not cached or framed", async ({ anonymous }) => {
    const answer = await anonymous.get(`/v1/auth/authorize?${new URLSearchParams(asked).toString()}`, {
      accept: "text/html"
    })
    status(answer, 400)
    matches("Content-Type", answer.header("content-type"), /^text\/html\b/)
    same("Cache-Control", answer.header("cache-control"), "no-store")
    same("Referrer-Policy", answer.header("referrer-policy"), "same-origin")
    same("Cross-Origin-Opener-Policy", answer.headers.get("cross-origin-opener-policy"), null)
    matches("Content-Security-Policy", answer.header("content-security-policy"), /frame-ancestors 'none'/)
  }),
  one("1-openapi-auth", "The document has the auth endpoints, whose bodies may be forms", async ({ anonymous }) => {
    const document = status(await anonymous.get("/openapi.json"), 200)
    const operation = (path: string, method: string) => document.at("paths", path, method)
    for (const path of tokenPaths) {
      const types = Object.keys(document.object("paths", path, "post", "requestBody", "content")).toSorted()
      same(path, types, ["application/json", form])
    }
    for (const path of ["/v1/auth/authorize", "/v1/auth/scopes"]) holds(path, operation(path, "get") !== undefined)
  }),
  four("4-auth-methods", "The token endpoint has no GET", async ({ anonymous }) => {
    const answer = await anonymous.get("/v1/auth/token")
    problem(answer, 405)
    matches("Allow", answer.header("allow"), /\bPOST\b/)
  })
]
