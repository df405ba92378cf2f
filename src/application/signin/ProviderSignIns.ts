import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type AuthorizationRequest, valuesOf } from "../../domain/signin/AuthorizationRequest.ts"
import { ClientId } from "../../domain/signin/Client.ts"
import { loopbackPort } from "../../domain/signin/Registration.ts"
import { optional } from "../../domain/Optional.ts"
import { Forbidden, NotFound } from "../../domain/Errors.ts"
import { Scope } from "../../domain/Principal.ts"
import { codeSeconds } from "../../domain/signin/SignIn.ts"
import { limits } from "../../domain/Limits.ts"
import { IssuerUnavailable } from "../../ports/signin/Authenticator.ts"
import { SecretRepository } from "../../ports/SecretRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import { SignInRepository } from "../../ports/signin/SignInRepository.ts"
import { type Attempt, type ProviderRefused, TokenIssuer } from "../../ports/signin/TokenIssuer.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import { fn } from "../../runtime/Span.ts"
import * as Turns from "../../runtime/Turns.ts"
import { Authorizations } from "./Authorizations.ts"
import { digestOf, opaque } from "../common/Opaque.ts"
import { ProviderAccess } from "./ProviderAccess.ts"
import { SealedTokens } from "./SealedTokens.ts"
import * as Sealing from "../common/Sealing.ts"
import { SharedTime } from "../common/SharedTime.ts"

/** Time limit for a user at the provider's page, in seconds. */
export const attemptSeconds = 900

/**
 * State kept in a cookie while the user is at the provider. It is short because a cookie holds 4,096 characters: the
 * redirect URL is stored as its hash, and the client's state, of up to 2,048 characters, follows verbatim.
 */
const Kept = Schema.Struct({
  clientId: ClientId,
  redirectHash: Schema.String,
  /** The port of the redirect URL if that is not compared with those that the client has registered. */
  port: optional(Schema.String),
  scopes: Schema.Array(Scope),
  challenge: Schema.String,
  nonce: Schema.String,
  verifier: Schema.String,
  /** In milliseconds since 1970, by `SharedTime`. */
  expires: Schema.Number
})

const encode = Schema.encodeSync(Schema.parseJson(Kept))
const decode = Schema.decodeUnknownSync(Schema.parseJson(Kept))

/** Limits of browsers for which the provider is asked at once, and of those that may wait. */
const mostWaiting = {
  places: 32,
  ofUser: limits.signInsOfAddressWaiting.most,
  inAll: limits.signInsWaiting.most
}

const tooMany = () => new IssuerUnavailable({ reason: "too many sign-ins wait for its answer" })

const expired = () =>
  new Forbidden({ details: "This sign-in has expired, or was begun in another browser. Go back and begin again." })

/** Returns the error parameters for the client if the provider does not sign its user in. */
const parametersOf = (error: ProviderRefused | IssuerUnavailable) =>
  error._tag === "IssuerUnavailable"
    ? {
        error: "temporarily_unavailable",
        error_description: "The provider of sign-in does not answer at the moment. Try again later."
      }
    : { error: error.error, error_description: error.details }

/** Logs errors that only the operator can fix. */
const logged = (error: ProviderRefused | IssuerUnavailable) => {
  const reason = error._tag === "IssuerUnavailable" ? error.reason : error.details
  const isTheirs = error._tag === "IssuerUnavailable" || error.error === "server_error"
  return isTheirs ? Effect.annotateLogs(Effect.logWarning("A sign-in by the provider failed"), { reason }) : Effect.void
}

/**
 * Signs users in at a provider's page, and sends the client a code of this service. Nothing is stored until a user
 * returns from the provider: the data that connects the return with the request is sealed into a cookie, which opens
 * only with the state. If there is no provider, both functions fail with `NotFound`.
 */
export class ProviderSignIns extends Effect.Service<ProviderSignIns>()("application/ProviderSignIns", {
  scoped: Effect.gen(function* () {
    const issuer = yield* TokenIssuer
    const signIns = yield* SignInRepository
    const sealedTokens = yield* SealedTokens
    const { now } = yield* SharedTime
    const { grant, refusedThere, registered } = yield* Authorizations
    const { judge } = yield* ProviderAccess
    const { publicUrl } = yield* Settings
    const scope = yield* Effect.scope
    const cookies = Sealing.make(
      yield* Effect.flatMap(SecretRepository, ({ secret }) => secret("provider sign-ins")),
      "sign-in at the provider"
    )
    const turns = Turns.make(mostWaiting)
    const callback = `${publicUrl}/v1/auth/callback`
    const provider =
      issuer._tag === "Provider"
        ? Effect.succeed(issuer)
        : new NotFound({ details: "There is no such path: users sign in here, with a password." })

    /** Opens the cookie of an attempt. Fails with `Forbidden` if it belongs to another browser or has expired. */
    const opened = fn("ProviderSignIns.opened")(function* (cookie: string | null, state: string) {
      const text = cookie === null ? null : yield* cookies.open(Buffer.from(cookie, "base64url"), state)
      if (text === null) return yield* expired()
      const end = text.indexOf("\n")
      const { expires, ...kept } = decode(text.slice(0, end))
      if (expires <= (yield* now)) return yield* expired()
      return { ...kept, clientState: text.slice(end + 1) || null }
    })

    /** Removes tokens that were not fetched when their code expires, without waiting for the collector. */
    const forgetLater = Effect.ignore(signIns.forgetCodes).pipe(
      withoutContext,
      Effect.delay(`${codeSeconds + 1} seconds`),
      Effect.forkIn(scope)
    )

    return {
      /**
       * Returns the URL to which the browser is redirected for a client's request, with the state and its cookie. Fails
       * with `RefusedThere` if the provider cannot be asked.
       */
      depart: fn("ProviderSignIns.depart")(function* (request: AuthorizationRequest) {
        const { authorize } = yield* provider
        const { challenge, clientId, redirectUri } = request
        // A claim of the provider, and no scope, says who is an operator.
        const scopes = request.scopes.filter((scope) => scope !== "admin")
        const attempt: Attempt = { state: opaque(), nonce: opaque(), verifier: opaque() }
        const location = yield* authorize({ ...attempt, callback, scopes }).pipe(
          Effect.tapError(logged),
          Effect.mapError((error) => refusedThere(request, parametersOf(error)))
        )
        const { nonce, state, verifier } = attempt
        const port = loopbackPort(redirectUri)
        const expires = (yield* now) + attemptSeconds * 1000
        const redirect = { redirectHash: digestOf(redirectUri), ...(port === null ? {} : { port }) }
        const kept = { clientId, ...redirect, scopes, challenge, nonce, verifier, expires }
        const sealed = yield* cookies.seal(`${encode(kept)}\n${request.state ?? ""}`, state)
        return { location, state, cookie: Buffer.from(sealed).toString("base64url") }
      }),
      /**
       * Returns the URL to which a returned browser is redirected with a code. `cookieOf` returns the cookie of a
       * state. Browsers of different networks take turns.
       *
       * Fails with `Forbidden` if the cookie does not match; `RefusedThere` if the provider did not sign the user in;
       * `SignInRefused` if the client no longer exists.
       */
      complete: fn("ProviderSignIns.complete")(function* (
        query: URLSearchParams,
        cookieOf: (state: string) => string | null,
        network: string
      ) {
        const { exchange } = yield* provider
        const [state = "", ...others] = valuesOf(query, "state")
        if (others.length > 0) return yield* expired()
        const kept = yield* opened(cookieOf(state), state)
        const { challenge, clientId, clientState, nonce, port = null, redirectHash, scopes, verifier } = kept
        const { client, redirectUri } = yield* registered(clientId, port, (uri) => digestOf(uri) === redirectHash)
        const request = { clientId, redirectUri, scopes, challenge, state: clientState }
        const returned = new URL(`${callback}?${query.toString()}`)
        const { grant: given, access } = yield* exchange(returned, { state, nonce, verifier }).pipe(
          Effect.bindTo("grant"),
          Effect.bind("access", ({ grant }) => judge(grant, clientId, client.registration === null ? null : scopes)),
          turns.within(network, tooMany),
          Effect.catchTags({
            ProviderRefused: (error) => Effect.zipRight(logged(error), refusedThere(request, parametersOf(error))),
            IssuerUnavailable: (error) => Effect.zipRight(logged(error), refusedThere(request, parametersOf(error)))
          })
        )
        const location = yield* grant({ ...request, scopes: access.scopes }, access.userId, null, (code) =>
          sealedTokens.sealFor(code, access, given.refreshToken)
        )
        yield* forgetLater
        return location
      })
    }
  })
}) {}
