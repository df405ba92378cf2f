import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import {
  type AuthorizationRequest,
  readRequest,
  redirectionTo,
  valuesOf
} from "../../domain/signin/AuthorizationRequest.ts"
import { ClientId, isServed, pageClientId, pageRedirectUri } from "../../domain/signin/Client.ts"
import { loopbackPort, redirectsOf } from "../../domain/signin/Registration.ts"
import { SignInRefused } from "../../domain/Errors.ts"
import { Scope, scopes, type UserId } from "../../domain/Principal.ts"
import { Settings } from "../../ports/Settings.ts"
import { AccountRepository } from "../../ports/signin/AccountRepository.ts"
import { TokenIssuer } from "../../ports/signin/TokenIssuer.ts"
import { type SealedTokens, SignInRepository } from "../../ports/signin/SignInRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { Clients } from "./Clients.ts"
import { digestOf, opaque } from "../common/Opaque.ts"

/** The request is refused by a redirect to the client, with the reason. */
class RefusedThere extends Data.TaggedError("RefusedThere")<{ readonly location: string }> {}

interface ErrorParameters {
  readonly error: string
  readonly error_description: string
}

const refused = (details: string) => new SignInRefused({ error: "invalid_request", details })

/** Authorization requests of clients, and the codes that answer them (RFC 6749, section 4.1; RFC 7636; RFC 9207). */
export class Authorizations extends Effect.Service<Authorizations>()("application/Authorizations", {
  effect: Effect.gen(function* () {
    const clients = yield* Clients
    const signIns = yield* SignInRepository
    const accounts = yield* AccountRepository
    const isOwn = (yield* TokenIssuer)._tag === "Own"
    const { isRegistrationOpen, publicUrl } = yield* Settings

    const clientOf = fn("Authorizations.clientOf")(function* (id: string) {
      const found = Schema.is(ClientId)(id) ? Option.getOrNull(yield* clients.find(id)) : null
      const client = found !== null && isServed(found, isRegistrationOpen) ? found : null
      return client ?? (yield* refused("The client_id is not known here."))
    })

    /**
     * Returns the client of the web page, to which its sign-ins refer; creates it if necessary. It has no redirect URL
     * because the page's URL may change between starts.
     */
    const page = Effect.zipRight(
      clients.add({ id: pageClientId, redirectUris: [], scopes }, false),
      clientOf(pageClientId)
    )
    const clientOrPage = (id: string) =>
      id === pageClientId
        ? Effect.map(
            Effect.catchTag(clientOf(id), "SignInRefused", () => page),
            (client) => ({
              ...client,
              // Operators administer the service on the page. A provider says by a claim who is one.
              scopes: isOwn ? Scope.literals : scopes,
              redirectUris: [...client.redirectUris, pageRedirectUri(publicUrl)]
            })
          )
        : clientOf(id)

    /**
     * Returns the client of an id and its matching redirect URL, which may have this port if the port is not compared.
     * Fails with `SignInRefused` if either is unknown.
     */
    const registered = fn("Authorizations.registered")(function* (
      id: string,
      port: string | null,
      fits: (redirectUri: string) => boolean
    ) {
      const client = yield* clientOrPage(id)
      const redirectUri = redirectsOf(client, port).find(fits)
      if (redirectUri === undefined) {
        return yield* refused("The redirect_uri is none that this client has registered.")
      }
      return { client, redirectUri }
    })

    const refusedThere = (
      { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
      error: ErrorParameters
    ) => new RefusedThere({ location: redirectionTo(redirectUri, { ...error, state, iss: publicUrl }) })

    return {
      registered,
      /** Returns the claims of a client that registered itself; null for all others, and if there is none. */
      registrationOf: (id: ClientId) =>
        Effect.map(clients.find(id), Option.match({ onNone: () => null, onSome: ({ registration }) => registration })),
      refusedThere,
      /**
       * Reads the parameters of a client's request. Fails with `SignInRefused` if it is not safe to redirect,
       * `RefusedThere` if the client is to be told by a redirect.
       */
      read: fn("Authorizations.read")(function* (query: URLSearchParams) {
        const [[id = "", ...ids], [asked = "", ...others]] = [
          valuesOf(query, "client_id"),
          valuesOf(query, "redirect_uri")
        ]
        if (ids.length + others.length > 0) return yield* refused("client_id or redirect_uri is repeated.")
        const { client, redirectUri } = yield* registered(id, loopbackPort(asked), (uri) => uri === asked)
        return yield* Effect.mapError(readRequest(query, client, redirectUri), ({ state, ...error }) =>
          refusedThere({ redirectUri, state }, error)
        )
      }),
      /**
       * Returns the URL to which the browser is redirected with a code of the user for the client of the request;
       * `sealed` returns tokens to be stored for the code. Only operators get the scope `admin`. Fails with `SignInRefused` if the client is gone meanwhile,
       * or the user's password has changed.
       */
      grant: fn("Authorizations.grant")(function* (
        request: AuthorizationRequest,
        userId: UserId,
        passwordHash: string | null,
        sealed: (code: string) => Effect.Effect<SealedTokens | null> = () => Effect.succeed(null)
      ) {
        const code = opaque()
        const isOperator = request.scopes.includes("admin") && (yield* accounts.isOperator(userId))
        const granted = request.scopes.filter((scope) => scope !== "admin" || isOperator)
        if (granted.length === 0) return yield* refused("Only an operator gets the scope admin.")
        const begun = {
          ...request,
          scopes: granted,
          id: crypto.randomUUID(),
          userId,
          passwordHash,
          codeHash: digestOf(code)
        }
        if (!(yield* signIns.begin({ ...begun, sealed: yield* sealed(code) }))) {
          return yield* refused("The client or the password was changed meanwhile. Go back and begin again.")
        }
        return redirectionTo(request.redirectUri, { code, state: request.state, iss: publicUrl })
      })
    }
  })
}) {}
