import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { SignInRefused } from "../Errors.ts"
import { maybe } from "../Optional.ts"
import { type Scope, scopes as allScopes } from "../Principal.ts"
import { list, Name } from "../Text.ts"
import { type Client, mostRedirectUris, redirectFault } from "./Client.ts"

/**
 * The metadata with which a program registers itself as a client (RFC 7591, section 2). A program that requests a
 * secret does not get one: the answer contains `none`, as section 3.2.1 allows.
 */
export const RegistrationRequest = Schema.Struct({
  redirect_uris: maybe(list(Schema.String)).annotations({
    description: "At least one: https, or http on 127.0.0.1, [::1] or localhost, whose port is not compared"
  }),
  client_name: maybe(Name).annotations({ description: "The name that users see, as the client claims it" }),
  scope: maybe(Schema.String).annotations({
    description: "Scopes that it may have, separated by blanks; unknown names are dropped; none: models:read"
  }),
  grant_types: maybe(list(Schema.String)).annotations({
    description: "It must contain authorization_code, which is the default"
  }),
  response_types: maybe(list(Schema.String)).annotations({ description: "It must contain code, which is the default" })
}).annotations({ identifier: "RegistrationRequest" })
export type RegistrationRequest = typeof RegistrationRequest.Type

/** The http URLs that lead to the program on the user's own computer (RFC 8252, section 7.3): host, port, and the rest. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?((?:[/?].*)?)$/

/** Characters that a name must not have, because with them it would not be shown as one line in one direction. */
const unshown = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Returns why a program that registers itself cannot have a redirect URL, or null if it can. */
const selfRedirectFault = (uri: string): string | null => {
  const fault = redirectFault(uri)
  if (fault !== null) return fault
  if (uri.includes("\\")) return "must have no backslash"
  return /^https:\/\//i.test(uri) || loopback.test(uri)
    ? null
    : "must begin with https://, or be http on 127.0.0.1, [::1] or localhost"
}

const refused = (error: SignInRefused["error"], details: string) => Either.left(new SignInRefused({ error, details }))

/**
 * Returns the client that a program registers. Fails with `SignInRefused` if its redirect URLs, its name or the grants
 * that it requests are not allowed (RFC 7591, section 3.2.2).
 */
export const registeredClient = (
  request: RegistrationRequest
): Either.Either<Pick<Client, "redirectUris" | "scopes"> & { readonly name: string | null }, SignInRefused> => {
  const { client_name: name = null, grant_types: grants, response_types: responses, scope = "" } = request
  const redirectUris = [...new Set(request.redirect_uris)]
  if (redirectUris.length === 0 || redirectUris.length > mostRedirectUris) {
    return refused("invalid_redirect_uri", `redirect_uris must name 1 to ${mostRedirectUris} URLs.`)
  }
  for (const [i, uri] of redirectUris.entries()) {
    const fault = selfRedirectFault(uri)
    if (fault !== null) return refused("invalid_redirect_uri", `redirect_uris[${i}] ${fault}.`)
  }
  if (name !== null && unshown.test(name)) {
    return refused("invalid_client_metadata", "client_name must have no control characters.")
  }
  if (grants !== undefined && !grants.includes("authorization_code")) {
    return refused("invalid_client_metadata", "grant_types must have authorization_code.")
  }
  if (responses !== undefined && !responses.includes("code")) {
    return refused("invalid_client_metadata", "response_types must have code.")
  }
  const asked = new Set(scope.split(" "))
  const scopes: ReadonlyArray<Scope> = allScopes.filter((one) => asked.has(one))
  return Either.right({ redirectUris, name, scopes: scopes.length === 0 ? ["models:read"] : scopes })
}

/** Days without use after which a client that registered itself is removed (contract section 19). */
export const unusedClientDays = 90

/** Returns the port of a loopback URL as it is spelled, or null if it has none or is another URL. */
export const loopbackPort = (uri: string): string | null => loopback.exec(uri)?.[2] ?? null

/**
 * Returns the URLs to which a client may be sent: those that it has registered, and, if it registered itself, the
 * loopback ones among them at this port too, since a program on a computer takes another one at each run (RFC 8252,
 * section 7.3).
 */
export const redirectsOf = (
  { redirectUris, registration }: Pick<Client, "redirectUris" | "registration">,
  port: string | null
): ReadonlyArray<string> => {
  if (registration === null) return redirectUris
  const moved = redirectUris.flatMap((uri) => {
    const [, host, , rest] = loopback.exec(uri) ?? []
    return host === undefined ? [] : [`http://${host}${port === null ? "" : `:${port}`}${rest}`]
  })
  return [...redirectUris, ...moved.filter((uri) => URL.canParse(uri))]
}
