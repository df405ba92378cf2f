import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { AuthorizationRequest } from "../../domain/signin/AuthorizationRequest.ts"
import { pageClientId } from "../../domain/signin/Client.ts"
import { loopbackPort } from "../../domain/signin/Registration.ts"
import { Forbidden, WrongPassword } from "../../domain/Errors.ts"
import { mostBytes, prepared } from "../../domain/signin/Password.ts"
import { UserId } from "../../domain/Principal.ts"
import { AccountRepository } from "../../ports/signin/AccountRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { Authorizations } from "./Authorizations.ts"
import { digestOf } from "../common/Opaque.ts"
import * as PasswordAttempts from "./PasswordAttempts.ts"
import { Passwords } from "./Passwords.ts"
import { SharedTime } from "../common/SharedTime.ts"
import { MadeTicket, SignInTicket, Tickets } from "./Tickets.ts"

/** The submitted sign-in form. */
interface Entry {
  readonly ticket: string
  /** The cookie of the browser. */
  readonly browser: string
  readonly user: string
  readonly password: string
  /** Network address under which wrong passwords are counted. */
  readonly network: string
}

/** Time for which the sign-in page stays valid, in milliseconds. */
const pageMillis = 3_600_000

/** Validity of the ticket that signs a newly created user in to the page, in milliseconds. */
const wayMillis = 60_000

const expired = () =>
  new Forbidden({ details: "This page has expired, or was opened in another browser. Go back and begin again." })

/** Signs users in with passwords of this service, and sends the client a code. */
export class SignIns extends Effect.Service<SignIns>()("application/SignIns", {
  effect: Effect.gen(function* () {
    const accounts = yield* AccountRepository
    const { grant, read, registered, registrationOf } = yield* Authorizations
    const passwords = yield* Passwords
    const tickets = yield* Tickets
    const time = yield* SharedTime
    const attempts = PasswordAttempts.make()

    const ticketOf = (request: AuthorizationRequest, browser: string | null) =>
      Effect.map(time.now, (now) => tickets.sign(SignInTicket.make({ ...request, browser, expires: now + pageMillis })))

    const opened = fn("SignIns.opened")(function* (ticket: string, browser: string | null) {
      const request = yield* Effect.mapError(tickets.open(ticket), expired)
      if (request._tag !== "SignIn" || request.browser !== browser) return yield* expired()
      return request
    })

    /** Returns the hash of the user's password, or null if the password is wrong, which takes as long. */
    const verified = fn("SignIns.verified")(function* (user: string, password: string) {
      const hash = Schema.is(UserId)(user) ? Option.getOrNull(yield* accounts.passwordHash(user)) : null
      const isShort = Buffer.byteLength(prepared(password)) <= mostBytes
      return (yield* passwords.verify(isShort ? password : "", hash)) && isShort ? hash : null
    })

    /** Returns the user whom the browser has just created, with the hash of the password; null if there is none. */
    const justMade = fn("SignIns.justMade")(function* (ticket: string) {
      if (ticket === "") return null
      const made = Option.getOrNull(yield* Effect.option(tickets.open(ticket)))
      if (made?._tag !== "Made") return null
      const hash = Option.getOrNull(yield* accounts.passwordHash(made.user))
      return hash === null ? null : { user: made.user, hash }
    })

    return {
      /** Returns a ticket for the browser in which a user was created. */
      made: (user: UserId) =>
        Effect.map(time.now, (now) => tickets.sign(MadeTicket.make({ user, expires: now + wayMillis }))),
      /**
       * Returns the URL to which a browser that has just created its user is redirected, with a code for the page under
       * /app. Returns null for other clients and browsers, which need the password. Fails like `Authorizations.read`.
       */
      continued: fn("SignIns.continued")(function* (query: URLSearchParams, ticket: string) {
        const made = yield* justMade(ticket)
        if (made === null) return null
        const request = yield* read(query)
        return request.clientId === pageClientId ? yield* grant(request, made.user, made.hash) : null
      }),
      /** Returns the ticket of the page for a client's request. Fails like `Authorizations.read`. */
      authorize: (query: URLSearchParams) => Effect.flatMap(read(query), (request) => ticketOf(request, null)),
      /** Returns the ticket of the page for a request that was read. */
      ticketFor: (request: AuthorizationRequest) => ticketOf(request, null),
      /**
       * Returns the request to show on the page, the claims of its client if that registered itself, and a ticket for the
       * form, which is valid only in the browser with that cookie.
       */
      form: fn("SignIns.form")(function* (ticket: string, browser: string) {
        const request = yield* opened(ticket, null)
        const registration = yield* registrationOf(request.clientId)
        return { request, registration, ticket: yield* ticketOf(request, digestOf(browser)) }
      }),
      /**
       * Returns the request of a submitted form. Fails with `Forbidden` if it has expired, or belongs to another
       * browser.
       */
      sent: fn("SignIns.sent")(function* ({ browser, ticket }: Pick<Entry, "ticket" | "browser">) {
        const request = yield* opened(ticket, digestOf(browser))
        return { request, registration: yield* registrationOf(request.clientId) }
      }),
      /**
       * Returns the URL to which the browser is redirected with the code of a user whose password is right, for the
       * scopes that the client still has. Fails with `WrongPassword`; `TooManyRequests` after ten wrong ones;
       * `SignInRefused` if the client no longer exists.
       */
      complete: fn("SignIns.complete")(function* (
        request: AuthorizationRequest,
        { network, password, user }: Omit<Entry, "ticket" | "browser">
      ) {
        const { client } = yield* registered(
          request.clientId,
          loopbackPort(request.redirectUri),
          (uri) => uri === request.redirectUri
        )
        const scopes = request.scopes.filter((scope) => client.scopes.includes(scope))
        if (scopes.length === 0) return yield* expired()
        const attempt = yield* attempts.begin([`user ${digestOf(user)}`, `address ${network}`])
        // A password that could not be checked does not count as wrong.
        const hash = yield* Effect.tapError(verified(user, password), () => Effect.sync(attempt.forgive))
        if (hash === null) return yield* new WrongPassword({ details: "The user or the password is wrong." })
        attempt.forgive()
        return yield* grant({ ...request, scopes }, UserId.make(user), hash)
      })
    }
  })
}) {}
