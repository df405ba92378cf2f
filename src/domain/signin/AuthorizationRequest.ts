import * as Either from "effect/Either"
import { type Client, type ClientId, grantedScopes } from "./Client.ts"
import type { Scope } from "../Principal.ts"
import type { SignInRefused } from "../Errors.ts"

/** A client's request to a user (RFC 6749, section 4.1.1; RFC 7636, section 4.3). */
export interface AuthorizationRequest {
  readonly clientId: ClientId
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<Scope>
  /** Opaque text that is returned to the client as it came. */
  readonly state: string | null
  /** BASE64URL(SHA-256(code_verifier)). */
  readonly challenge: string
}

/** The parameters that the client gets at its redirect URL instead of a code. */
export interface RefusedRequest {
  readonly error: SignInRefused["error"]
  readonly error_description: string
  readonly state: string | null
}

/** Largest number of characters of a state; a longer one would not fit into URLs. */
const mostStateCharacters = 2048

/** Returns the values of a parameter. Empty ones count as absent (RFC 6749, section 3.1). */
export const valuesOf = (query: URLSearchParams, name: string): ReadonlyArray<string> =>
  query.getAll(name).filter((value) => value !== "")

const known = ["response_type", "scope", "state", "code_challenge", "code_challenge_method"] as const

/**
 * Reads the parameters of a request whose client and redirect URL have been checked. Other parameters are dropped.
 * Fails with the parameters that the client is to get instead of a code.
 */
export const readRequest = (
  query: URLSearchParams,
  client: Client,
  redirectUri: string
): Either.Either<AuthorizationRequest, RefusedRequest> => {
  const states = valuesOf(query, "state")
  const state = states.length === 1 ? states[0]! : null
  const refuse = (error: RefusedRequest["error"], error_description: string) =>
    Either.left({ error, error_description, state })
  const repeated = known.find((name) => valuesOf(query, name).length > 1)
  if (repeated !== undefined) return refuse("invalid_request", `The parameter ${repeated} is repeated.`)
  const value = (name: (typeof known)[number]) => valuesOf(query, name)[0]
  if ((value("response_type") ?? "code") !== "code") {
    return refuse("unsupported_response_type", "The only response_type is code.")
  }
  if (state !== null && (state.length > mostStateCharacters || !/^[\x20-\x7e]*$/.test(state))) {
    return Either.left({
      error: "invalid_request",
      error_description: `The state must be of printable ASCII, at most ${mostStateCharacters} characters.`,
      state: null
    })
  }
  const challenge = value("code_challenge")
  if (challenge === undefined) return refuse("invalid_request", "A code_challenge is required (RFC 7636).")
  if (value("code_challenge_method") !== "S256") {
    return refuse("invalid_request", "The code_challenge_method must be S256.")
  }
  if (!/^[\w-]{43}$/.test(challenge)) {
    return refuse("invalid_request", "The code_challenge must be a SHA-256 in base64url.")
  }
  const scopes = grantedScopes(value("scope") ?? "", client)
  return Either.right({ clientId: client.id, redirectUri, scopes, state, challenge })
}

/** Returns a redirect URL with the parameters that are not null; its existing contents stay as they are. */
export const redirectionTo = (redirectUri: string, values: Readonly<Record<string, string | null>>): string => {
  const parameters = new URLSearchParams(
    Object.entries(values).filter((one): one is [string, string] => one[1] !== null)
  )
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters.toString()}`
}
