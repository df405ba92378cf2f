import { Either, Option, Schema } from "effect"
import type { JWTPayload } from "jose"
import { type Principal, Scope, UserId } from "../../src/domain/Principal.ts"
import { Name } from "../../src/domain/Text.ts"
import { InvalidToken } from "../../src/ports/Authenticator.ts"

/** How far the clocks of issuer and service may lie apart, in seconds. */
export const toleranceSeconds = 5

/** Longer tokens are refused before anything in them is read, in characters. */
export const maxLength = 16_384

/** The last second of the year 9999; a later `exp` is no date. */
const lastSecond = 253_402_300_799

/**
 * Whether the text has the form of a JWS with a signature of ES256: three parts, the last one of 64 bytes.
 *
 * The spare bits of its last character must be zero; else sixteen texts would carry the same signature, and a token
 * with a changed last character might be good.
 * Source: RFC 7515, section 3.1; RFC 7518, section 3.4; RFC 4648, section 3.5.
 */
export const isWellFormed = (token: string) => /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/.test(token)

/** Whether a token with this `exp` is no longer good: tolerance included, from `exp` + 5 s on. */
export const isExpired = (exp: number, nowMillis: number) => Math.floor(nowMillis / 1000) >= exp + toleranceSeconds

/**
 * Who the claims of an access token speak of, once its signature, issuer, audience and `nbf` are known to be right.
 * Unknown scopes are left out; a name that is none by our rules is null.
 *
 * Fails: `InvalidToken` when `sub`, `exp`, `iat`, `jti` or `client_id` is missing, a claim has not its form, `exp` is
 * past or no date, the token was issued in the future, or it is bound to a key (`cnf`) that a bearer cannot prove.
 * Source: RFC 9068, sections 2.2 and 4; RFC 9449, section 6.
 */
export const principalOf = (claims: JWTPayload, nowMillis: number): Either.Either<Principal, InvalidToken> => {
  const { sub, exp, iat, jti, client_id: clientId } = claims
  const bad = (claim: string) => refused(`the claim ${claim} is missing or wrong`)
  if (!isUserId(sub) || !sub.isWellFormed()) return bad("sub")
  if (typeof exp !== "number" || exp < 0 || exp > lastSecond) return bad("exp")
  if (isExpired(exp, nowMillis)) return refused("the token has expired")
  if (typeof iat !== "number") return bad("iat")
  if (iat > Math.floor(nowMillis / 1000) + toleranceSeconds) return refused("the token was issued in the future")
  if (!isText(jti)) return bad("jti")
  if (!isText(clientId)) return bad("client_id")
  if (claims["cnf"] !== undefined) return refused("the token is bound to a key and came without proof of it")
  const named = scopeNames(claims)
  if (named === undefined) return bad("scope")
  return Either.right({
    userId: sub,
    name: Option.getOrNull(decodeName(claims["name"])),
    scopes: new Set(named.filter(isScope)),
    ...(iat === undefined ? {} : { issuedAt: iat }),
    ...(isText(claims["sid"]) ? { signInId: claims["sid"] } : {})
  })
}

/** An `InvalidToken`; the reason may stand in a header, so it has no quotes. */
export const refused = (reason: string) => Either.left(new InvalidToken({ reason }))

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
