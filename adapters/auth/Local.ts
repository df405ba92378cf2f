import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { decodeJwt, errors, jwtVerify, SignJWT } from "jose"
import type { Principal, Scope } from "../../src/domain/Principal.ts"
import { accessTokenSeconds } from "../../src/domain/signin/SignIn.ts"
import { Authenticator, type InvalidToken } from "../../src/ports/signin/Authenticator.ts"
import { type OwnIssuer, TokenIssuer } from "../../src/ports/signin/TokenIssuer.ts"
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
import { type Issuer, issuerOf, type KeyFileUnusable, pathIn, unlessUnusable } from "./KeyFile.ts"
import * as SigningNotes from "./SigningNotes.ts"
import * as VerifiedTokens from "./VerifiedTokens.ts"

/** The content of a token of the local issuer. */
interface Issued extends Pick<Principal, "userId" | "name"> {
  readonly scopes: ReadonlyArray<Scope>
  readonly ttlSeconds: number
  /** The client that asked for the token; omitted if the service itself issues it. */
  readonly clientId?: string
  readonly signInId?: string
  /** The earliest time of issue, in milliseconds since 1970. The token is issued then if that is later than now. */
  readonly notBefore?: number
}

/** Returns a bearer token signed with ES256 (RFC 9068), valid for `ttlSeconds` from `now`, in seconds since 1970. */
const signed = (from: Issuer, options: Issued, now: number) => {
  const { clientId = "plinth", name, scopes, signInId, ttlSeconds, userId } = options
  const token = new SignJWT({
    client_id: clientId,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    ...(name === null ? {} : { name }),
    ...(signInId === undefined ? {} : { sid: signInId })
  })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: from.keyId })
    .setIssuer(from.issuer)
    .setAudience(from.audience)
    .setSubject(userId)
    .setIssuedAt(now)
    .setExpirationTime(now + ttlSeconds)
    .setJti(crypto.randomUUID())
  return Effect.promise(() => token.sign(from.privateKey))
}

/** Returns the time at which a token is issued, in seconds since 1970. */
const issuedAt = ({ notBefore = 0 }: Issued) =>
  Effect.map(Clock.currentTimeMillis, (now) => Math.max(Math.floor(now / 1000), Math.ceil(notBefore / 1000)))

/**
 * Issues a bearer token of the local issuer, valid for `ttlSeconds` at every service on the data directory. Creates the
 * keys if there are none. Fails as `issuerOf`.
 */
export const issue = fn("Local.issue")(function* (options: Issued & { readonly directory: string }) {
  const { directory, ttlSeconds } = options
  const from = yield* issuerOf(directory)
  const now = yield* issuedAt(options)
  if (ttlSeconds > accessTokenSeconds) {
    yield* unlessUnusable(pathIn(directory), () => SigningNotes.note(directory, from.keyId, now + ttlSeconds))
  }
  return yield* signed(from, options, now)
})

/** The interval at which the key file is read again, in seconds. New keys are in use after that time at the latest. */
const lookSeconds = 15
/** The least time between two reads of the key file because of tokens with unknown keys, in milliseconds. */
const mostLooksMillis = 1000

/**
 * Holds the current keys of a data directory. `look` reads the file again; `lookSoon` does so unless it did within the
 * last second. If the file cannot be read then, the keys stay as they are. Fails as `issuerOf`.
 */
const heldIssuer = fn("Local.heldIssuer")(function* (directory: string) {
  let issuer = yield* issuerOf(directory)
  let lookedAt = -Infinity
  const one = yield* Effect.makeSemaphore(1)
  const look = Effect.catchAll(
    Effect.map(issuerOf(directory), (next) => void (issuer = next)),
    ({ message }) => Effect.logWarning(message)
  )
  const lookSoon = one.withPermits(1)(
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now - lookedAt < mostLooksMillis) return Effect.void
      lookedAt = now
      return look
    })
  )
  return { current: () => issuer, look, lookSoon }
})

const keysOf = ({ keyId, retired }: Issuer) => [keyId, ...retired.map((one) => one.keyId)].join()

/** Returns `verify` and `known` of the port for an issuer. */
const verifierOf = (current: () => Issuer, lookSoon: Effect.Effect<void>) => {
  let issuer = current()
  let verified = VerifiedTokens.make({ capacity: 10_000 })
  /** Tokens verified with other keys are dropped from the cache. */
  const remembered = () => {
    const now = current()
    if (now !== issuer && keysOf(now) !== keysOf(issuer)) verified = VerifiedTokens.make({ capacity: 10_000 })
    issuer = now
    return verified
  }
  const verifyAnew = fn("Local.verifyAnew")(function* (token: string, now: number) {
    const before = current()
    const found = yield* Effect.promise(() => verifyWith(before, token, now))
    if (found !== "UnknownKey") return yield* found
    yield* lookSoon
    const after = current()
    const again = after === before ? found : yield* Effect.promise(() => verifyWith(after, token, now))
    return yield* again === "UnknownKey" ? refusalOf(new errors.JWKSNoMatchingKey()) : again
  })
  const known = (token: string, now: number) => remembered().find(token, now)
  const verify = (token: string) =>
    Effect.clockWith((clock): Effect.Effect<Principal, InvalidToken> => {
      if (token.length > maxLength) return malformed
      const now = clock.unsafeCurrentTimeMillis()
      // If the keys change during the verification, the token goes into the cache of the old keys, which is dropped.
      const cache = remembered()
      const principal = cache.find(token, now)
      if (principal !== undefined) return Effect.succeed(principal)
      if (!isWellFormed(token)) return malformed
      return Effect.map(verifyAnew(token, now), ({ principal, exp }) => {
        cache.keep(token, { principal, exp, at: now })
        return principal
      })
    })
  return { verify, known }
}

/**
 * The verification and issue of tokens by the keys of a data directory. If the key file changes, the new key signs from
 * then on. It verifies within 15 s, or at once for a token that names it. Creates the keys on first use. Fails as
 * `issuerOf`.
 */
export const make = fn("Local.make")(function* (directory: string) {
  const { current, look, lookSoon } = yield* heldIssuer(directory)
  yield* look.pipe(Effect.delay(Duration.seconds(lookSeconds)), Effect.forever, Effect.forkScoped)
  const issue: OwnIssuer["issue"] = fn("Local.issueFor")(function* (signIn) {
    yield* look
    const { clientId, id, notBefore, scopes, userId } = signIn
    const issued = { userId, name: null, scopes, clientId, signInId: id, notBefore, ttlSeconds: accessTokenSeconds }
    return yield* signed(current(), issued, yield* issuedAt(issued))
  })
  /** Returns whether a token claims to be of this issuer. That says nothing about its validity. */
  const claims = (token: string): boolean => {
    if (token.length > maxLength || !isWellFormed(token)) return false
    try {
      return decodeJwt(token).iss === current().issuer
    } catch {
      return false
    }
  }
  return { ...verifierOf(current, lookSoon), issue, claims }
})

/** The authenticator and token issuer on the keys of a data directory. Fails as `issuerOf`. */
export const layer = (options: {
  readonly directory: string
}): Layer.Layer<Authenticator | TokenIssuer, KeyFileUnusable> =>
  Layer.scopedContext(
    Effect.map(make(options.directory), ({ issue, known, verify }) =>
      Context.make(Authenticator, { known, verify, check: Effect.void }).pipe(
        Context.add(TokenIssuer, { _tag: "Own" as const, issue })
      )
    )
  )

const verifyWith = async (issuer: Issuer, token: string, nowMillis: number) => {
  try {
    const { protectedHeader, payload } = await jwtVerify(token, ({ kid }) => keyOf(issuer, kid, nowMillis), {
      algorithms: ["ES256"],
      typ: "at+jwt",
      issuer: issuer.issuer,
      audience: issuer.audience,
      clockTolerance: toleranceSeconds,
      currentDate: new Date(nowMillis)
    })
    if (isExtended(protectedHeader)) return refused("the header of the token is wrong")
    return Either.map(principalOf(payload, "at+jwt", nowMillis), (principal) => ({ principal, exp: payload.exp! }))
  } catch (error) {
    return error instanceof errors.JWKSNoMatchingKey ? "UnknownKey" : refusalOf(error)
  }
}

/**
 * Returns the key that the token names, if it is still valid; for a token without `kid`, the key that signs. Throws
 * `JWKSNoMatchingKey` if there is none.
 */
const keyOf = (issuer: Issuer, keyId: string | undefined, nowMillis: number): CryptoKey => {
  if (keyId === undefined || keyId === issuer.keyId) return issuer.publicKey
  const found = issuer.retired.find((one) => one.keyId === keyId && one.until * 1000 > nowMillis)
  if (found === undefined) throw new errors.JWKSNoMatchingKey()
  return found.publicKey
}
