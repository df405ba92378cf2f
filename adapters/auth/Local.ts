import { Clock, Context, Duration, Effect, Either, Layer } from "effect"
import { errors, jwtVerify, SignJWT } from "jose"
import type { Principal, Scope } from "../../src/domain/Principal.ts"
import { accessTokenSeconds } from "../../src/domain/SignIn.ts"
import { Authenticator, type InvalidToken, IssuerUnavailable } from "../../src/ports/Authenticator.ts"
import { type OwnIssuer, TokenIssuer } from "../../src/ports/TokenIssuer.ts"
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

/** What a token of the local issuer says. */
interface Issued extends Pick<Principal, "userId" | "name"> {
  readonly scopes: ReadonlyArray<Scope>
  readonly ttlSeconds: number
  /** Who asked for it; the service itself, where nobody did. */
  readonly clientId?: string
  readonly signInId?: string
  /** It is issued then, in milliseconds since 1970, where that is later than now. */
  readonly notBefore?: number
}

/**
 * A bearer token of the local issuer (RFC 9068, signed with ES256), good for `ttlSeconds` from now at every service on
 * the data directory. Fails as `issuerOf`, which makes the keys when there are none.
 */
export const issue = fn("Local.issue")(function* (options: Issued & { readonly directory: string }) {
  const { clientId = "plinth", directory, name, notBefore = 0, scopes, signInId, ttlSeconds, userId } = options
  const { issuer, audience, keyId, privateKey } = yield* issuerOf(directory)
  const now = Math.max(Math.floor((yield* Clock.currentTimeMillis) / 1000), Math.ceil(notBefore / 1000))
  const exp = now + ttlSeconds
  if (ttlSeconds > accessTokenSeconds) {
    yield* unlessUnusable(pathIn(directory), () => SigningNotes.note(directory, keyId, exp))
  }
  const token = new SignJWT({
    client_id: clientId,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    ...(name === null ? {} : { name }),
    ...(signInId === undefined ? {} : { sid: signInId })
  })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: keyId })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(userId)
    .setIssuedAt(now)
    .setExpirationTime(exp)
    .setJti(crypto.randomUUID())
  return yield* Effect.promise(() => token.sign(privateKey))
})

/** Verifies tokens of one issuer, as it is at the moment; see the port. A token remembered is answered without a pause. */
const make = (first: Issuer) => {
  let issuer = first
  let verified = VerifiedTokens.make({ capacity: 10_000 })
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
  /** What was found with other keys counts no more. */
  const use = (next: Issuer): void => {
    const [before, after] = [issuer, next].map(({ keyId, retired }) =>
      [keyId, ...retired.map((one) => one.keyId)].join()
    )
    issuer = next
    if (before !== after) verified = VerifiedTokens.make({ capacity: 10_000 })
  }
  return { verify, use }
}

/** How soon keys that an operator has made are used, in seconds. */
const lookSeconds = 15

/**
 * Tokens of the local issuer of a data directory, made and verified; new keys in its file are in use within 15 s, and a
 * file that cannot be read meanwhile changes nothing. Fails as `issuerOf`, which makes the keys on first use.
 */
export const layer = (options: {
  readonly directory: string
}): Layer.Layer<Authenticator | TokenIssuer, KeyFileUnusable> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const { use, verify } = make(yield* issuerOf(options.directory))
      yield* issuerOf(options.directory).pipe(
        Effect.map(use),
        Effect.catchAll(({ message }) => Effect.logWarning(message)),
        Effect.delay(Duration.seconds(lookSeconds)),
        Effect.forever,
        Effect.forkScoped
      )
      const issueFor: OwnIssuer["issue"] = ({ clientId, id, notBefore, scopes, userId }) =>
        issue({
          ...options,
          userId,
          name: null,
          scopes,
          clientId,
          signInId: id,
          notBefore,
          ttlSeconds: accessTokenSeconds
        }).pipe(Effect.mapError(({ message }) => new IssuerUnavailable({ reason: message })))
      return Context.make(Authenticator, { verify, check: Effect.void }).pipe(
        Context.add(TokenIssuer, { _tag: "Own" as const, issue: issueFor })
      )
    })
  )

const verifyAnew = async (issuer: Issuer, token: string, nowMillis: number) => {
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
    return refusalOf(error)
  }
}

/** The key of a token: of the issuer's the one that it names, as long as that holds; without a name the one that signs. */
const keyOf = (issuer: Issuer, keyId: string | undefined, nowMillis: number): CryptoKey => {
  if (keyId === undefined || keyId === issuer.keyId) return issuer.publicKey
  const found = issuer.retired.find((one) => one.keyId === keyId && one.until * 1000 > nowMillis)
  if (found === undefined) throw new errors.JWKSNoMatchingKey()
  return found.publicKey
}
