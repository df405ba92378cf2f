import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { errors, type JWTPayload, type ProtectedHeaderParameters } from "jose"
import { type Principal, Scope, UserId } from "../../src/domain/Principal.ts"
import { limits } from "../../src/domain/Limits.ts"
import { isClean, Name } from "../../src/domain/Text.ts"
import { InvalidToken } from "../../src/ports/signin/Authenticator.ts"

/** The largest difference between the clocks of the issuer and the service that is tolerated, in seconds. */
export const toleranceSeconds = 5

/** The longest token that is accepted, in characters. Longer ones are refused before anything in them is parsed. */
export const maxLength = 16_384

/** The last second of the year 9999. A later `exp` is invalid. */
const lastSecond = 253_402_300_799

/**
 * Returns whether the text has the form of a signed JWS: three parts in base64url.
 *
 * The unused bits of the signature's last character must be zero. Otherwise up to sixteen texts would encode the same
 * signature, and a token with a changed last character might be accepted.
 * Source: RFC 7515, section 3.1; RFC 4648, section 3.5.
 */
export const isJws = (token: string): boolean => {
  const signature = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(token)?.[1]
  return signature !== undefined && Buffer.from(signature, "base64url").toString("base64url") === signature
}

/** Returns whether the text is such a JWS with an ES256 signature: 64 bytes (RFC 7518, section 3.4). */
export const isWellFormed = (token: string) => /\.[\w-]{86}$/.test(token) && isJws(token)

/**
 * Returns whether the header uses an extension of JWS. None is supported (`crit`: RFC 7515, 4.1.11; `b64`: RFC 7797).
 */
export const isExtended = ({ crit, b64 }: ProtectedHeaderParameters) => crit !== undefined || b64 !== undefined

/** Returns whether a token with this `exp` has expired. With the tolerance, that is from `exp` + 5 s on. */
export const isExpired = (exp: number, nowMillis: number) => Math.floor(nowMillis / 1000) >= exp + toleranceSeconds

/**
 * The accepted `typ` values of an access token: `at+jwt` by RFC 9068, or the generic `JWT`, which does not say what the
 * token is for.
 */
export const jwtTypes = ["at+jwt", "JWT"] as const
export type JwtType = (typeof jwtTypes)[number]

/** The source of a token's claims: a JWT of this type, or the issuer's introspection response (RFC 7662). */
type TokenKind = JwtType | "introspected"

/**
 * Returns the name of a missing or wrong claim among those that this kind of token needs besides `sub` and `exp`;
 * undefined if all are right.
 */
const faultOf: Readonly<Record<TokenKind, (claims: JWTPayload) => string | undefined>> = {
  "at+jwt": ({ iat, jti, client_id: clientId }) => {
    if (typeof iat !== "number") return "iat"
    if (!isText(jti)) return "jti"
    return isText(clientId) ? undefined : "client_id"
  },
  // The header does not distinguish it from an ID token. So claims that only ID tokens have are refused, and a claim
  // that they never have is required.
  JWT: ({ iat, jti, client_id: clientId, azp, nonce, at_hash: tokenHash, c_hash: codeHash, scope, scp }) => {
    if (nonce !== undefined || tokenHash !== undefined || codeHash !== undefined) return "typ"
    if (scope === undefined && scp === undefined) return "scope"
    if (typeof iat !== "number") return "iat"
    if (jti !== undefined && !isText(jti)) return "jti"
    return isText(clientId ?? azp) ? undefined : "client_id"
  },
  introspected: ({ iat, nbf }) => {
    if (iat !== undefined && typeof iat !== "number") return "iat"
    return nbf === undefined || typeof nbf === "number" ? undefined : "nbf"
  }
}

/**
 * Returns the principal that the claims of an access token describe. The caller has verified that they come from the
 * issuer, and that issuer and audience are right. Unknown scopes are dropped. The name is the claim `name`, or else
 * `preferred_username`; null if neither is a valid name.
 *
 * Fails with `InvalidToken` if a claim that this kind of token needs is missing or malformed, `exp` is past or out of
 * range, `nbf` or the time of issue is in the future, or the token is bound to a key (`cnf`), which a bearer cannot
 * prove.
 * Source: RFC 9068, sections 2.2 and 4; RFC 7662, section 2.2; RFC 9449, section 6.
 */
export const principalOf = (
  claims: JWTPayload,
  kind: TokenKind,
  nowMillis: number
): Either.Either<Principal, InvalidToken> => {
  const { sub, exp, iat, nbf } = claims
  const bad = (claim: string) => refused(`the claim ${claim} is missing or wrong`)
  const latest = Math.floor(nowMillis / 1000) + toleranceSeconds
  if (!isUserId(sub) || !sub.isWellFormed()) return bad("sub")
  if (typeof exp !== "number" || exp < 0 || exp > lastSecond) return bad("exp")
  if (isExpired(exp, nowMillis)) return refused("the token has expired")
  const fault = faultOf[kind](claims)
  if (fault !== undefined) return bad(fault)
  if (iat !== undefined && iat > latest) return refused("the token was issued in the future")
  if (nbf !== undefined && nbf > latest) return refused("the token is not good yet")
  if (claims["cnf"] !== undefined) return refused("the token is bound to a key and came without proof of it")
  const named = scopeNames(claims)
  if (named === undefined) return bad("scope")
  return Either.right({
    userId: sub,
    name: Option.getOrNull(Option.orElse(decodeName(claims["name"]), () => decodeName(claims["preferred_username"]))),
    scopes: new Set(named.filter(isScope)),
    expiresAt: exp,
    ...(iat === undefined ? {} : { issuedAt: iat }),
    ...(isText(claims["sid"]) ? { signInId: claims["sid"] } : {}),
    ...clientOf(claims)
  })
}

/** Returns the client that a token was issued to, as far as the token names one. */
const clientOf = ({ client_id: id, azp }: JWTPayload): Pick<Principal, "client"> => {
  const client = isText(id) ? id : azp
  const kept = isText(client) ? client.slice(0, limits.clientOfToken.most) : ""
  // Databases refuse texts that are not well-formed.
  return kept !== "" && isClean(kept) ? { client: kept } : {}
}

/** Returns a failure with `InvalidToken`. The reason may be sent in a header, so it must not contain quotes. */
export const refused = (reason: string) => Either.left(new InvalidToken({ reason }))

/** The refusal of a token that has no known form. */
export const malformed = new InvalidToken({ reason: "the token is malformed" })

/** Returns the refusal for an error that jose threw while it verified the signature, issuer, audience or times. */
export const refusalOf = (error: unknown) => {
  if (error instanceof errors.JWTExpired) return refused("the token has expired")
  if (error instanceof errors.JWTClaimValidationFailed) return refused(`the claim ${error.claim} is missing or wrong`)
  if (error instanceof errors.JWSSignatureVerificationFailed) return refused("the signature does not fit")
  if (error instanceof errors.JWKSNoMatchingKey) return refused("the key of the token is unknown")
  if (error instanceof errors.JOSEAlgNotAllowed) return refused("the algorithm is not accepted")
  return Either.left(malformed)
}

const decodeName = Schema.decodeUnknownOption(Name)
const isUserId = Schema.is(UserId)
const isScope = Schema.is(Scope)
const isText = (value: unknown): value is string => typeof value === "string" && value !== ""

/** Returns the names in `scope`, or else in `scp`; undefined if the claim has another form. */
const scopeNames = ({ scope, scp }: JWTPayload): ReadonlyArray<unknown> | undefined => {
  if (scope !== undefined) return typeof scope === "string" ? scope.split(" ") : undefined
  if (typeof scp === "string") return scp.split(" ")
  return scp === undefined ? [] : Array.isArray(scp) ? (scp as ReadonlyArray<unknown>) : undefined
}
