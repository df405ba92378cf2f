import { Clock, Effect, Either, Layer } from "effect"
import { jwtVerify, SignJWT } from "jose"
import type { Principal, Scope, UserId } from "../../src/domain/Principal.ts"
import { Authenticator, type InvalidToken } from "../../src/ports/Authenticator.ts"
import { fn } from "../../src/runtime/Span.ts"
import {
  isExtended,
  isWellFormed,
  malformed,
  maxLength,
  principalOf,
  refusalOf,
  refused,
  toleranceSeconds
} from "./AccessToken.ts"
import { type Issuer, issuerOf, type KeyFileUnusable } from "./KeyFile.ts"
import * as VerifiedTokens from "./VerifiedTokens.ts"

/**
 * A bearer token of the local issuer (RFC 9068, signed with ES256), good for `ttlSeconds` from now at every service on
 * the data directory. Fails as `issuerOf`, which makes the keys when there are none.
 */
export const issue = fn("Local.issue")(function* (options: {
  readonly directory: string
  readonly userId: UserId
  readonly name: string | null
  readonly scopes: ReadonlyArray<Scope>
  readonly ttlSeconds: number
}) {
  const { issuer, audience, keyId, privateKey } = yield* issuerOf(options.directory)
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const token = new SignJWT({
    client_id: "plinth",
    ...(options.scopes.length === 0 ? {} : { scope: options.scopes.join(" ") }),
    ...(options.name === null ? {} : { name: options.name })
  })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: keyId })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(options.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + options.ttlSeconds)
    .setJti(crypto.randomUUID())
  return yield* Effect.promise(() => token.sign(privateKey))
})

/** Verifies tokens of one issuer; see the port. A token remembered is answered without a pause. */
const make = (issuer: Issuer): Authenticator["Type"] => {
  const verified = VerifiedTokens.make({ capacity: 10_000 })
  const verify = (token: string) =>
    Effect.clockWith((clock): Effect.Effect<Principal, InvalidToken> => {
      if (token.length > maxLength) return malformed
      const now = clock.unsafeCurrentTimeMillis()
      const known = verified.find(token, now)
      if (known !== undefined) return Effect.succeed(known)
      if (!isWellFormed(token)) return malformed
      return Effect.flatMap(
        Effect.promise(() => verifyAnew(issuer, token, now)),
        Either.map(({ principal, exp }) => {
          verified.keep(token, { principal, exp, at: now })
          return principal
        })
      )
    })
  return { verify, check: Effect.void }
}

/** Tokens of the local issuer of a data directory. Fails as `issuerOf`, which makes the keys on first use. */
export const layer = (options: { readonly directory: string }): Layer.Layer<Authenticator, KeyFileUnusable> =>
  Layer.effect(Authenticator, Effect.map(issuerOf(options.directory), make))

const verifyAnew = async (issuer: Issuer, token: string, nowMillis: number) => {
  try {
    const { protectedHeader, payload } = await jwtVerify(token, issuer.publicKey, {
      algorithms: ["ES256"],
      typ: "at+jwt",
      issuer: issuer.issuer,
      audience: issuer.audience,
      clockTolerance: toleranceSeconds,
      currentDate: new Date(nowMillis)
    })
    const { kid } = protectedHeader
    const isOurs = (kid === undefined || kid === issuer.keyId) && !isExtended(protectedHeader)
    if (!isOurs) return refused("the header of the token is wrong")
    return Either.map(principalOf(payload, "at+jwt", nowMillis), (principal) => ({ principal, exp: payload.exp! }))
  } catch (error) {
    return refusalOf(error)
  }
}
