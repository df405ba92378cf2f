import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { AuthorizationRequest } from "../../domain/signin/AuthorizationRequest.ts"
import { pageClientId } from "../../domain/signin/Client.ts"
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

/** How long who made a user is on the way to the page, in milliseconds. */
const wayMillis = 60_000

const expired = () =>
  new Forbidden({ details: "This page has expired, or was opened in another browser. Go back and begin again." })

/** Signs users in with passwords of ours, and sends the client a code. */
export class SignIns extends Effect.Service<SignIns>()("application/SignIns", {
  effect: Effect.gen(function* () {
    const accounts = yield* AccountRepository
    const { grant, read, registered } = yield* Authorizations
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

    /** The hash of the user's password; null where the password is another, which takes as long. */
    const verified = fn("SignIns.verified")(function* (user: string, password: string) {
      const hash = Schema.is(UserId)(user) ? Option.getOrNull(yield* accounts.passwordHash(user)) : null
      const isShort = Buffer.byteLength(prepared(password)) <= mostBytes
      return (yield* passwords.verify(isShort ? password : "", hash)) && isShort ? hash : null
    })

    /** The user whom the browser just made, with the hash of the password; null where it made none. */
    const justMade = fn("SignIns.justMade")(function* (ticket: string) {
      if (ticket === "") return null
      const made = Option.getOrNull(yield* Effect.option(tickets.open(ticket)))
      if (made?._tag !== "Made") return null
      const hash = Option.getOrNull(yield* accounts.passwordHash(made.user))
      return hash === null ? null : { user: made.user, hash }
    })

    return {
      /** A ticket for the browser in which a user was made. */
      made: (user: UserId) =>
        Effect.map(time.now, (now) => tickets.sign(MadeTicket.make({ user, expires: now + wayMillis }))),
      /**
       * Where the browser goes that made its user just now, with a code for the page under /app; null for other clients
       * and browsers, which go by the password. Fails as `Authorizations.read`.
       */
      continued: fn("SignIns.continued")(function* (query: URLSearchParams, ticket: string) {
        const made = yield* justMade(ticket)
        if (made === null) return null
        const request = yield* read(query)
        return request.clientId === pageClientId ? yield* grant(request, made.user, made.hash) : null
      }),
      /** The ticket of the page for a client's request. Fails as `Authorizations.read`. */
      authorize: (query: URLSearchParams) => Effect.flatMap(read(query), (request) => ticketOf(request, null)),
      /** What the page shows, and a ticket for its form, which serves the browser with that cookie alone. */
      form: fn("SignIns.form")(function* (ticket: string, browser: string) {
        const request = yield* opened(ticket, null)
        return { request, ticket: yield* ticketOf(request, digestOf(browser)) }
      }),
      /** The request of a form that was sent. Fails: `Forbidden` where it has expired, or is another browser's. */
      sent: ({ browser, ticket }: Pick<Entry, "ticket" | "browser">) => opened(ticket, digestOf(browser)),
      /**
       * Where the browser goes with the code of a user whose password is right, for what the client may do by now. Fails: `WrongPassword`;
       * `TooManyRequests` after ten wrong ones; `SignInRefused` where the client is there no more.
       */
      complete: fn("SignIns.complete")(function* (
        request: AuthorizationRequest,
        { network, password, user }: Omit<Entry, "ticket" | "browser">
      ) {
        const { client } = yield* registered(request.clientId, (uri) => uri === request.redirectUri)
        const scopes = request.scopes.filter((scope) => client.scopes.includes(scope))
        if (scopes.length === 0) return yield* expired()
        const attempt = yield* attempts.begin([`user ${digestOf(user)}`, `address ${network}`])
        // What was not tried was not wrong.
        const hash = yield* Effect.tapError(verified(user, password), () => Effect.sync(attempt.forgive))
        if (hash === null) return yield* new WrongPassword({ details: "The user or the password is wrong." })
        attempt.forgive()
        return yield* grant({ ...request, scopes }, UserId.make(user), hash)
      })
    }
  })
}) {}
