import * as Either from "effect/Either"
import { decodeProtectedHeader, errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from "jose"
import type { Principal } from "../../src/domain/Principal.ts"
import type { InvalidToken } from "../../src/ports/signin/Authenticator.ts"
import {
  isExtended,
  type JwtType,
  malformed,
  principalOf,
  refusalOf,
  refused,
  toleranceSeconds
} from "./AccessToken.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import { withOperator } from "./OperatorClaim.ts"
import type { KeySet } from "./ProviderKeys.ts"

/** The accepted algorithms: asymmetric and without known weaknesses (RFC 8725, section 3.2; RFC 7518). */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]

/** A verified token: its principal and its `exp` (seconds since 1970). */
export interface GoodToken {
  readonly principal: Principal
  readonly exp: number
}

/**
 * Returns the type in a JWT's header. Fails with `InvalidToken` if the type or the algorithm is not accepted, or the
 * header has parameters that no access token has.
 */
export const typeOf = (token: string, { acceptedTypes }: OidcSettings): Either.Either<JwtType, InvalidToken> => {
  try {
    const header = decodeProtectedHeader(token)
    const { alg, kid, typ } = header
    if (typeof alg !== "string" || !algorithms.includes(alg)) return refused("the algorithm is not accepted")
    if (typeof typ !== "string") return refused("the type of the token is missing")
    if (isExtended(header) || (kid !== undefined && typeof kid !== "string")) return Either.left(malformed)
    const name = typ.toLowerCase().replace(/^application\//, "")
    const type = [...acceptedTypes].find((accepted) => accepted.toLowerCase() === name)
    return type === undefined ? refused("the type of the token is not accepted") : Either.right(type)
  } catch {
    return Either.left(malformed)
  }
}

/**
 * Verifies a JWT of that type with the keys. Returns null if none of them fits, since a newer one might.
 *
 * Fails with `InvalidToken` if its claims are wrong.
 * Source: RFC 9068, section 4; RFC 8725.
 */
export const verify = async (
  token: string,
  type: JwtType,
  { keyFor }: KeySet,
  settings: OidcSettings,
  nowMillis: number
): Promise<Either.Either<GoodToken, InvalidToken> | null> => {
  try {
    const { payload } = await withAnyKey(token, keyFor, {
      algorithms,
      issuer: settings.issuer,
      audience: settings.audience,
      clockTolerance: toleranceSeconds,
      currentDate: new Date(nowMillis)
    })
    return Either.map(principalOf(payload, type, nowMillis), (principal) => ({
      principal: withOperator(principal, payload, settings),
      exp: payload.exp!
    }))
  } catch (error) {
    return isOfKeys(error) ? null : refusalOf(error)
  }
}

const isOfKeys = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed

/** Verifies a token. Without `kid`, it may be signed by any key for its algorithm, so each is tried. */
const withAnyKey = async (
  token: string,
  keyFor: KeySet["keyFor"],
  options: JWTVerifyOptions
): Promise<JWTVerifyResult> => {
  try {
    return await jwtVerify(token, keyFor, options)
  } catch (several) {
    if (!(several instanceof errors.JWKSMultipleMatchingKeys)) throw several
    for await (const key of several) {
      try {
        return await jwtVerify(token, key, options)
      } catch (error) {
        if (!isOfKeys(error)) throw error
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}
