import { Clock, Data, Effect, Option, Schema } from "effect"
import { type AuthorizationRequest, readRequest, redirectionTo, valuesOf } from "../domain/AuthorizationRequest.ts"
import { ClientId } from "../domain/Client.ts"
import { Forbidden, SignInRefused, WrongPassword } from "../domain/Errors.ts"
import { mostBytes } from "../domain/Password.ts"
import { UserId } from "../domain/Principal.ts"
import { AccountRepository } from "../ports/AccountRepository.ts"
import { Settings } from "../ports/Settings.ts"
import { SignInRepository } from "../ports/SignInRepository.ts"
import { fn } from "../runtime/Span.ts"
import { Clients } from "./Clients.ts"
import { digestOf, opaque } from "./Opaque.ts"
import * as PasswordAttempts from "./PasswordAttempts.ts"
import { Passwords } from "./Passwords.ts"
import { SignInTicket, Tickets } from "./Tickets.ts"

/** The client is told at its redirect URL what is wrong with its request. */
class RefusedThere extends Data.TaggedError("RefusedThere")<{ readonly location: string }> {}

/** What somebody typed into the form of the page. */
interface Entry {
  readonly ticket: string
  /** The cookie of the browser. */
  readonly browser: string
  readonly user: string
  readonly password: string
  /** Where it comes from, as far as wrong passwords are counted by it. */
  readonly network: string
}

/** How long the page may lie open, in milliseconds. */
const pageMillis = 3_600_000

const refused = (details: string) => new SignInRefused({ error: "invalid_request", details })
const expired = () =>
  new Forbidden({ details: "This page has expired, or was opened in another browser. Go back and begin again." })

/** Signs users in with passwords of ours, and sends the client a code (RFC 6749, section 4.1; RFC 7636; RFC 9207). */
export class SignIns extends Effect.Service<SignIns>()("application/SignIns", {
  effect: Effect.gen(function* () {
    const clients = yield* Clients
    const accounts = yield* AccountRepository
    const signIns = yield* SignInRepository
    const passwords = yield* Passwords
    const tickets = yield* Tickets
    const { publicUrl } = yield* Settings
    const attempts = PasswordAttempts.make()

    /** The client of an id, where it may be told at the URL. Fails: `SignInRefused`. */
    const registered = fn("SignIns.registered")(function* (id: string, redirectUri: string) {
      const client = Schema.is(ClientId)(id) ? Option.getOrNull(yield* clients.find(id)) : null
      if (client === null) return yield* refused("The client_id is not known here.")
      if (!client.redirectUris.includes(redirectUri)) {
        return yield* refused("The redirect_uri is none that this client has registered.")
      }
      return client
    })

    /**
     * What the parameters of a client's request ask for. Fails: `SignInRefused` where nobody may be redirected,
     * `RefusedThere` where the client is to be told.
     */
    const read = fn("SignIns.read")(function* (query: URLSearchParams) {
      const [[id = "", ...ids], [redirectUri = "", ...others]] = [
        valuesOf(query, "client_id"),
        valuesOf(query, "redirect_uri")
      ]
      if (ids.length + others.length > 0) return yield* refused("client_id or redirect_uri is repeated.")
      const client = yield* registered(id, redirectUri)
      return yield* Effect.mapError(
        readRequest(query, client, redirectUri),
        (told) => new RefusedThere({ location: redirectionTo(redirectUri, { ...told, iss: publicUrl }) })
      )
    })

    const ticketOf = (request: AuthorizationRequest, browser: string | null) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        tickets.sign(SignInTicket.make({ ...request, browser, expires: now + pageMillis }))
      )

    const opened = fn("SignIns.opened")(function* (ticket: string, browser: string | null) {
      const request = yield* Effect.mapError(tickets.open(ticket), expired)
      if (request._tag !== "SignIn" || request.browser !== browser) return yield* expired()
      return request
    })

    /** A code of the user for the client of the request; where it is sent. */
    const grant = fn("SignIns.grant")(function* (request: AuthorizationRequest, userId: UserId) {
      const code = opaque()
      yield* signIns.begin({ ...request, id: crypto.randomUUID(), userId, codeHash: digestOf(code), sealed: null })
      return redirectionTo(request.redirectUri, { code, state: request.state, iss: publicUrl })
    })

    return {
      /** The ticket of the page for a client's request. Fails as `read`. */
      authorize: (query: URLSearchParams) => Effect.flatMap(read(query), (request) => ticketOf(request, null)),
      /** What the page shows, and a ticket for its form, which serves the browser with that cookie alone. */
      form: fn("SignIns.form")(function* (ticket: string, browser: string) {
        const request = yield* opened(ticket, null)
        return { request, ticket: yield* ticketOf(request, digestOf(browser)) }
      }),
      /** The request of a form that was sent. Fails: `Forbidden` where it has expired, or is another browser's. */
      sent: ({ browser, ticket }: Pick<Entry, "ticket" | "browser">) => opened(ticket, digestOf(browser)),
      /**
       * Where the browser goes with the code of a user whose password is right. Fails: `WrongPassword`;
       * `TooManyRequests` after ten wrong ones; `SignInRefused` where the client is there no more.
       */
      complete: fn("SignIns.complete")(function* (
        request: AuthorizationRequest,
        { network, password, user }: Omit<Entry, "ticket" | "browser">
      ) {
        yield* registered(request.clientId, request.redirectUri)
        const attempt = yield* attempts.begin([`user ${digestOf(user)}`, `address ${network}`])
        const hash = Schema.is(UserId)(user) ? Option.getOrNull(yield* accounts.passwordHash(user)) : null
        const isShort = Buffer.byteLength(password) <= mostBytes
        if (!(yield* passwords.verify(isShort ? password : "", hash)) || !isShort) {
          return yield* new WrongPassword({ details: "The user or the password is wrong." })
        }
        attempt.forgive()
        return yield* grant(request, UserId.make(user))
      })
    }
  })
}) {}
