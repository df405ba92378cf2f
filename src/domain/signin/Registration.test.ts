import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { loopbackPort, redirectsOf, registeredClient } from "./Registration.ts"

const errorOf = (request: Parameters<typeof registeredClient>[0]) =>
  Either.match(registeredClient(request), { onLeft: ({ error }) => error, onRight: () => null })

test.each([
  "https://claude.test/api/callback",
  "HTTPS://claude.test",
  "https://claude.test:8443/?a=b",
  "http://127.0.0.1:33418/",
  "http://127.0.0.1",
  "http://[::1]:8400/back",
  "http://localhost/callback?x=y"
])("a program registers itself with %s", (uri) => expect(errorOf({ redirect_uris: [uri] })).toBeNull())

test.each([
  "http://claude.test/",
  "http://localhost.evil.test/",
  "http://127.0.0.1.evil.test/",
  "http://127.0.0.2/",
  "http://127.1/",
  "http://localhost:99999999/",
  "http://localhost:80000/",
  "http://localhost@evil.test/",
  "http://ada@localhost/",
  "http://localhost\\@evil.test/",
  "https://claude.test\\@evil.test/",
  "https://ada:x@claude.test/",
  "https://claude.test/#",
  "http://localhost/#x",
  "https:claude.test",
  "com.example.app:/back",
  "cursor://anysphere.cursor/callback",
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "https://claude.test/\r\nx",
  " https://claude.test/",
  "https://",
  "",
  `https://claude.test/${"x".repeat(2048)}`
])("a program does not register itself with %j", (uri) => {
  expect(errorOf({ redirect_uris: ["https://good.test/", uri] })).toBe("invalid_redirect_uri")
})

test("a client registers 1 to 50 redirect URLs", () => {
  const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://claude.test/${n}`)
  expect(errorOf({ redirect_uris: urls(50) })).toBeNull()
  for (const redirect_uris of [urls(51), []]) expect(errorOf({ redirect_uris })).toBe("invalid_redirect_uri")
  expect(errorOf({})).toBe("invalid_redirect_uri")
})

test.each(["two\nlines", "bell\u0007", "\u202egnipS", "\u2066x\u2069", "\u200fx", "a\u2028b"])(
  "the name %j is refused, since it would not be shown as one line in one direction",
  (client_name) => {
    expect(errorOf({ redirect_uris: ["https://a.test"], client_name })).toBe("invalid_client_metadata")
  }
)

test.each([
  [undefined, ["models:read"]],
  ["", ["models:read"]],
  ["admin openid", ["models:read"]],
  ["models:write admin projects:read unknown models:write", ["projects:read", "models:write"]]
])("who asks for %j may have %j", (scope, scopes) => {
  const request = { redirect_uris: ["https://a.test"], ...(scope === undefined ? {} : { scope }) }
  expect(Either.getOrThrow(registeredClient(request)).scopes).toEqual(scopes as never)
})

test.each([{ grant_types: ["client_credentials"] }, { response_types: ["token"] }])(
  "%j is refused, since there is nothing that the client could do",
  (more) => expect(errorOf({ redirect_uris: ["https://a.test"], ...more })).toBe("invalid_client_metadata")
)

test("only the port of loopback URLs is not compared, and only for programs that registered themselves", () => {
  const redirectUris = ["http://127.0.0.1:1/back?a=b", "http://localhost/", "http://[::1]:2", "https://a.test:3/"]
  const client = { redirectUris, registration: { name: null } }
  const may = (uri: string, who: Parameters<typeof redirectsOf>[0] = client) =>
    redirectsOf(who, loopbackPort(uri)).includes(uri)
  for (const uri of [
    ...redirectUris,
    "http://127.0.0.1:65535/back?a=b",
    "http://127.0.0.1/back?a=b",
    "http://localhost:8080/",
    "http://[::1]"
  ]) {
    expect([uri, may(uri)]).toEqual([uri, true])
  }
  for (const uri of [
    "http://127.0.0.1:1/back",
    "http://127.0.0.1:1/back?a=c",
    "http://127.0.0.1:1/back?a=b&c",
    "http://localhost:1/back?a=b",
    "http://localhost:80000/",
    "http://localhost:8080",
    "http://localhost:8080@evil.test/",
    "http://[::1]:2/",
    "https://a.test:4/",
    "https://a.test/",
    "http://a.test:3/"
  ]) {
    expect([uri, may(uri)]).toEqual([uri, false])
  }
  expect(may("http://localhost:8080/", { redirectUris, registration: null })).toBe(false)
})
