import * as Effect from "effect/Effect"
import { Invitations } from "../../../application/projects/Invitations.ts"
import { Accounts } from "../../../application/signin/Accounts.ts"
import { Consents } from "../../../application/signin/Consents.ts"
import { SignIns } from "../../../application/signin/SignIns.ts"
import { pageRedirectUri } from "../../../domain/signin/Client.ts"
import { InvalidBody } from "../../../domain/Errors.ts"
import { passwordFault } from "../../../domain/signin/Password.ts"
import { UserId, userNameFault } from "../../../domain/Principal.ts"
import { Caller } from "../../../ports/Caller.ts"
import { Settings } from "../../../ports/Settings.ts"
import { SignInApi } from "../../api/signin/SignInApi.ts"
import { bind, raw, withHeaders } from "../../call/Call.ts"
import { ownOrigin } from "../../call/OwnOrigin.ts"
import { describe, detailsOf, type WireError } from "../../errors/ErrorTable.ts"
import { failurePage, orPage, redirected } from "../../signin/Answering.ts"
import * as BrowserCookie from "../../signin/BrowserCookie.ts"
import * as MadeCookie from "../../signin/MadeCookie.ts"
import { firstUserPage, passedPage, passwordPage, respond, signInPage } from "../../signin/Pages.ts"
import { type Passing, wordsOf } from "../../signin/SignInWords.ts"

export const bindings = Effect.gen(function* () {
  const signIns = yield* SignIns
  const accounts = yield* Accounts
  const consents = yield* Consents
  const invitations = yield* Invitations
  const { publicUrl } = yield* Settings
  const fromPage = ownOrigin(publicUrl)

  /** Returns the page of a failure, where a refusal means that a link or a page does not work any more. */
  const failureOf = (request: Request, passing: Passing) => (error: WireError) =>
    error._tag === "Forbidden" ? passedPage(wordsOf(request), passing, publicUrl) : failurePage(error, request)

  return bind(SignInApi, {
    signInPage: ({ request, url }) => {
      const cookie = BrowserCookie.issue(request, publicUrl)
      const shown = signIns.form(url.searchParams.get("request") ?? "", cookie.value)
      return orPage(
        Effect.gen(function* () {
          const { registration, request: asked, ticket } = yield* shown
          const hasNoUser = yield* accounts.isEmpty
          const page = signInPage({ ...asked, words: wordsOf(request), registration, ticket, hasNoUser })
          return raw(respond({ ...page, headers: { "set-cookie": cookie.header } }, request))
        }),
        request,
        failureOf(request, "signInPage")
      )
    },
    signIn: ({ body, countFailure, network, request, requestId }) => {
      const { decision = "", password = "", request: ticket = "", user = "" } = body
      const sent = signIns.sent({ ticket, browser: BrowserCookie.read(request) ?? "" })
      const name = user.trim()
      return orPage(
        Effect.gen(function* () {
          const { registration, request: asked } = yield* sent
          if (decision === "deny") return redirected(consents.denied(asked))
          const hasNoUser = yield* accounts.isEmpty
          return yield* orPage(
            signIns.complete(asked, { user: name, password, network }).pipe(
              Effect.provideService(Caller, { userId: null, requestId }),
              Effect.tapErrorTag("WrongPassword", () => countFailure),
              Effect.map(redirected)
            ),
            request,
            (error) => {
              if (describe(error).status === 400) return failurePage(error, request)
              const words = wordsOf(request)
              const fault = words.faults[error._tag] ?? detailsOf(error)
              return signInPage({ ...asked, words, registration, ticket, hasNoUser, user: name, fault })
            }
          )
        }),
        request,
        failureOf(request, "signInPage")
      )
    },
    firstUserPage: ({ countFailure, request, url }) => {
      const secret = url.searchParams.get("secret") ?? ""
      return orPage(
        accounts.demandInvited(secret).pipe(
          Effect.tapErrorTag("Forbidden", () => countFailure),
          Effect.map(() => raw(respond(firstUserPage(wordsOf(request), secret, publicUrl), request)))
        ),
        request,
        failureOf(request, "firstUserLink")
      )
    },
    firstUser: ({ body, countFailure, request }) => {
      const { password = "", secret = "", user = "" } = body
      const name = user.trim()
      const fault = userNameFault(name) ?? passwordFault(password)
      const made = Effect.gen(function* () {
        if (fault !== null) {
          yield* accounts.demandInvited(secret)
          return yield* new InvalidBody({ details: fault, faults: [] })
        }
        yield* accounts.addFirst(secret, UserId.make(name), password)
        const ticket = yield* signIns.made(UserId.make(name))
        return redirected(`${pageRedirectUri(publicUrl)}?welcome`, [MadeCookie.issue(publicUrl, ticket)])
      })
      return orPage(
        Effect.tapErrorTag(made, "Forbidden", () => countFailure),
        request,
        (error) =>
          error._tag === "InvalidBody"
            ? firstUserPage(wordsOf(request), secret, publicUrl, name, error.details)
            : failureOf(request, "firstUserLink")(error)
      )
    },
    passwordPage: ({ countFailure, request, url }) => {
      const secret = url.searchParams.get("secret") ?? ""
      return orPage(
        accounts.demandLinked(secret).pipe(
          Effect.tapErrorTag("Forbidden", () => countFailure),
          Effect.map((user) => raw(respond(passwordPage(wordsOf(request), secret, user, publicUrl), request)))
        ),
        request,
        failureOf(request, "passwordLink")
      )
    },
    setPassword: ({ body, countFailure, request }) => {
      const { password = "", secret = "" } = body
      const set = Effect.gen(function* () {
        const user = yield* accounts.demandLinked(secret)
        const fault = passwordFault(password)
        if (fault !== null) {
          const page = passwordPage(wordsOf(request), secret, user, publicUrl, fault)
          return raw(respond({ ...page, status: 400 }, request))
        }
        const ticket = yield* signIns.made(yield* accounts.setLinkedPassword(secret, password))
        return redirected(pageRedirectUri(publicUrl), [MadeCookie.issue(publicUrl, ticket)])
      })
      return orPage(
        Effect.tapErrorTag(set, "Forbidden", () => countFailure),
        request,
        failureOf(request, "passwordLink")
      )
    },
    invitedUser: {
      resource: (gate) =>
        Effect.as(fromPage(gate), ({ body: { password = "", secret = "", user = "" } }) =>
          Effect.gen(function* () {
            const name = user.trim()
            const fault = userNameFault(name) ?? passwordFault(password)
            if (fault !== null) return yield* new InvalidBody({ details: fault, faults: [] })
            const userId = UserId.make(name)
            const { requestId } = gate
            const projectId = yield* invitations.acceptAsNew({ secret, userId, password, requestId })
            const cookie = MadeCookie.issue(publicUrl, yield* signIns.made(userId))
            return withHeaders({ projectId }, { "set-cookie": cookie })
          }).pipe(
            Effect.tapErrorTag("NotFound", () => gate.countFailure),
            Effect.tapErrorTag("DuplicateName", () => gate.countFailure)
          )
        )
    }
  })
})
