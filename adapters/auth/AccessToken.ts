import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { errors, type JWTPayload, type ProtectedHeaderParameters } from "jose"
import { type Principal, Scope, UserId } from "../../src/domain/Principal.ts"
import { Name } from "../../src/domain/Text.ts"
import { InvalidToken } from "../../src/ports/signin/Authenticator.ts"

/** How far the clocks of issuer and service may lie apart, in seconds. */
export const toleranceSeconds = 5

/** Longer tokens are refused before anything in them is read, in characters. */
export const maxLength = 16_384

/** The last second of the year 9999; a later `exp` is no date. */
const lastSecond = 253_402_300_799

/**
 * Whether the text has the form of a JWS with a signature: three parts in base64url.
 *
 * The spare bits of its last character must be zero; else up to sixteen texts would carry the same signature, and a
 * token with a changed last character might be good.
 * Source: RFC 7515, section 3.1; RFC 4648, section 3.5.
 */
export const isJws = (token: string): boolean => {
  const signature = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(token)?.[1]
  return signature !== undefined && Buffer.from(signature, "base64url").toString("base64url") === signature
}

/** Whether the text has that form, with a signature of ES256: 64 bytes (RFC 7518, section 3.4). */
export const isWellFormed = (token: string) => /\.[\w-]{86}$/.test(token) && isJws(token)

/** Whether the header names an extension of the format: none is in use (`crit`: RFC 7515, 4.1.11; `b64`: RFC 7797). */
export const isExtended = ({ crit, b64 }: ProtectedHeaderParameters) => crit !== undefined || b64 !== undefined

/** Whether a token with this `exp` is no longer good: tolerance included, from `exp` + 5 s on. */
export const isExpired = (exp: number, nowMillis: number) => Math.floor(nowMillis / 1000) >= exp + toleranceSeconds

/** How the header of an access token calls it: by RFC 9068, or as a JWT that says no more of what it is for. */
export const jwtTypes = ["at+jwt", "JWT"] as const
export type JwtType = (typeof jwtTypes)[number]

/** What speaks of a token: the token itself, of a type; or its issuer, whom we asked (RFC 7662). */
type TokenKind = JwtType | "introspected"

/** The claim, of those that this kind of token must have beside `sub` and `exp`, that is missing or wrong. */
const faultOf: Readonly<Record<TokenKind, (claims: JWTPayload) => string | undefined>> = {
  "at+jwt": ({ iat, jti, client_id: clientId }) => {
    if (typeof iat !== "number") return "iat"
    if (!isText(jti)) return "jti"
    return isText(clientId) ? undefined : "client_id"
  },
  // The header does not tell it from an ID token: what those alone have is refused, and what they never have demanded.
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
 * Who the claims of an access token speak of, once they are known to be the issuer's, and its issuer and audience to
 * be right. Unknown scopes are left out; a name that is none by our rules is null.
 *
 * Fails: `InvalidToken` when a claim is missing that the kind of token must have, or has not its form; `exp` is past or
 * no date, `nbf` to come, the token issued in the future, or bound to a key (`cnf`) that a bearer cannot prove.
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
    name: Option.getOrNull(decodeName(claims["name"])),
    scopes: new Set(named.filter(isScope)),
    expiresAt: exp,
    ...(iat === undefined ? {} : { issuedAt: iat }),
    ...(isText(claims["sid"]) ? { signInId: claims["sid"] } : {})
  })
}

/** An `InvalidToken`; the reason may stand in a header, so it has no quotes. */
export const refused = (reason: string) => Either.left(new InvalidToken({ reason }))

/** Neither a token of the issuer's form nor anything else that it gives. */
export const malformed = new InvalidToken({ reason: "the token is malformed" })

/** The refusal of a token that the verification of its signature, issuer, audience or times threw. */
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

/** The names under `scope`, else under `scp`; undefined when they stand there in another form. */
const scopeNames = ({ scope, scp }: JWTPayload): ReadonlyArray<unknown> | undefined => {
  if (scope !== undefined) return typeof scope === "string" ? scope.split(" ") : undefined
  if (typeof scp === "string") return scp.split(" ")
  return scp === undefined ? [] : Array.isArray(scp) ? (scp as ReadonlyArray<unknown>) : undefined
}
