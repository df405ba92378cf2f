import * as Effect from "effect/Effect"
import type { GrantedTokens } from "../../../application/signin/Grants.ts"
import { SignInTokens } from "../../../application/signin/SignInTokens.ts"
import { Unauthorized } from "../../../domain/Errors.ts"
import { Settings } from "../../../ports/Settings.ts"
import { Authenticator } from "../../../ports/signin/Authenticator.ts"
import { TokenIssuer } from "../../../ports/signin/TokenIssuer.ts"
import { PageSessionApi } from "../../api/signin/PageSessionApi.ts"
import { bind, type Gate, raw, withHeaders } from "../../call/Call.ts"
import { ownOrigin } from "../../call/OwnOrigin.ts"
import * as SessionCookie from "../../signin/SessionCookie.ts"

/** Response to a window that asks whether the browser is signed in, if it is not: browsers log a 401 as an error. */
const nobody = (headers = {}) => raw(new Response(null, { status: 204, headers }))

export const bindings = Effect.gen(function* () {
  const { page } = yield* SignInTokens
  const authenticator = yield* Authenticator
  const isOwn = (yield* TokenIssuer)._tag === "Own"
  const { publicUrl } = yield* Settings
  const fromPage = ownOrigin(publicUrl)

  /** Returns the scopes of a token, with `admin` if a claim of a provider's token says that the user is an operator. */
  const scopesOf = ({ accessToken, scopes }: GrantedTokens) =>
    isOwn
      ? Effect.succeed(scopes)
      : authenticator.verify(accessToken).pipe(
          Effect.map((principal) => (principal.scopes.has("admin") ? [...scopes, "admin" as const] : scopes)),
          // The token was checked before it was issued; without an answer the page offers no administration.
          Effect.orElseSucceed(() => scopes)
        )

  const answered = (tokens: GrantedTokens, cookie: string | null) =>
    Effect.map(scopesOf(tokens), (scopes) =>
      withHeaders(
        {
          access_token: tokens.accessToken,
          token_type: "Bearer" as const,
          expires_in: tokens.expiresIn,
          scope: scopes.join(" ")
        },
        cookie === null ? {} : { "set-cookie": cookie }
      )
    )

  const issued = ({ refreshToken }: GrantedTokens) =>
    refreshToken === null ? null : SessionCookie.issue(publicUrl, refreshToken)

  const begun = (gate: Gate<unknown>, code: string, verifier: string) =>
    page.begin({ code, verifier }).pipe(
      Effect.tapErrorTag("SignInRefused", () => gate.countFailure),
      // The browser forgets the sign-in that it had before.
      Effect.tap(() => page.end(SessionCookie.read(gate.request) ?? "")),
      // A provider may give no refresh token. The sign-in then ends with the window.
      Effect.flatMap((tokens) => answered(tokens, issued(tokens) ?? SessionCookie.end(publicUrl)))
    )

  const renewed = (gate: Gate<unknown>) => {
    const token = SessionCookie.read(gate.request)
    const isSilent = gate.url.searchParams.has("silent")
    const details = "Nobody is signed in to the page in this browser."
    if (token === null) return isSilent ? Effect.succeed(nobody()) : new Unauthorized({ details, tokenGiven: false })
    // A token that was replaced just before leaves the newest cookie as it is.
    return Effect.flatMap(page.renew(token), (tokens) => answered(tokens, issued(tokens))).pipe(
      Effect.catchTag("SignInRefused", () => {
        const gone = { "set-cookie": SessionCookie.end(publicUrl) }
        const refused = isSilent ? Effect.succeed(nobody(gone)) : new Unauthorized({ details, tokenGiven: true })
        return Effect.zipRight(gate.countFailure, refused)
      })
    )
  }

  return bind(PageSessionApi, {
    renewPageSession: {
      resource: (gate) =>
        Effect.as(fromPage(gate), ({ body: { code, code_verifier: verifier = "" } }) =>
          code === undefined ? renewed(gate) : begun(gate, code, verifier)
        )
    },
    endPageSession: {
      resource: (gate) =>
        Effect.as(fromPage(gate), () =>
          Effect.as(
            page.end(SessionCookie.read(gate.request) ?? ""),
            nobody({ "set-cookie": SessionCookie.end(publicUrl) })
          )
        )
    }
  })
})
