import { afterAll, expect, test } from "bun:test"
import * as GoogleToken from "./GoogleToken.ts"

const access = { token: "ya29.secret", expiresIn: 3599, email: "plinth@p.iam.gserviceaccount.com" }

test("the token has a header, claims, and the access token in the place of the signature", () => {
  const parts = GoogleToken.kafkaToken(access, 1_800_000_000).split(".")
  expect(parts.every((part) => /^[\w-]+$/.test(part))).toBe(true)
  const [header, claims, last] = parts.map((part) => Buffer.from(part, "base64url").toString())
  expect(JSON.parse(header!)).toEqual({ typ: "JWT", alg: "GOOG_OAUTH2_TOKEN" })
  expect(JSON.parse(claims!)).toEqual({
    exp: 1_800_003_599,
    iat: 1_800_000_000,
    iss: "Google",
    scope: "kafka",
    sub: access.email
  })
  expect(last).toBe(access.token)
})

let status = 200
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => {
    if (request.headers.get("metadata-flavor") !== "Google") return new Response(null, { status: 403 })
    if (status !== 200) return new Response("secret", { status })
    return new URL(request.url).pathname === "/computeMetadata/v1/instance/service-accounts/default/email"
      ? new Response(access.email)
      : Response.json({ access_token: access.token, expires_in: access.expiresIn, token_type: "Bearer" })
  }
})
afterAll(() => server.stop(true))

test("access tokens come from the metadata server", async () => {
  expect(await GoogleToken.fromMetadata(server.url.origin)).toEqual(access)
})

test("a refusal contains only the status", async () => {
  status = 500
  expect(await GoogleToken.fromMetadata(server.url.origin).catch(String)).toBe("Error: the metadata server answers 500")
})
