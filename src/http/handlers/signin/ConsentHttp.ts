import * as Effect from "effect/Effect"
import { Consents } from "../../../application/signin/Consents.ts"
import { SignIns } from "../../../application/signin/SignIns.ts"
import { Settings } from "../../../ports/Settings.ts"
import { ConsentApi } from "../../api/signin/ConsentApi.ts"
import { bind, raw } from "../../call/Call.ts"
import { orPage, redirected } from "../../signin/Answering.ts"
import * as AttemptCookies from "../../signin/AttemptCookies.ts"
import * as BrowserCookie from "../../signin/BrowserCookie.ts"
import { consentPage, respond } from "../../signin/Pages.ts"
import { wordsOf } from "../../signin/SignInWords.ts"

export const bindings = Effect.gen(function* () {
  const consents = yield* Consents
  const signIns = yield* SignIns
  const { publicUrl } = yield* Settings

  return bind(ConsentApi, {
    consentPage: ({ request, url }) => {
      const cookie = BrowserCookie.issue(request, publicUrl)
      const shown = signIns.form(url.searchParams.get("request") ?? "", cookie.value)
      return orPage(
        Effect.map(shown, ({ registration, request: asked, ticket }) => {
          const page = consentPage({ ...asked, words: wordsOf(request), registration, ticket })
          return raw(respond({ ...page, headers: { "set-cookie": cookie.header } }, request))
        }),
        request
      )
    },
    consent: ({ body: { decision = "", request: ticket = "" }, request }) => {
      const form = { ticket, browser: BrowserCookie.read(request) ?? "" }
      const answered =
        decision === "allow"
          ? Effect.map(consents.allow(form), ({ cookie, location, state }) =>
              redirected(location, AttemptCookies.issue(request, publicUrl, state, cookie))
            )
          : Effect.map(signIns.sent(form), (sent) => redirected(consents.denied(sent.request)))
      return orPage(
        Effect.catchTag(answered, "RefusedThere", ({ location }) => Effect.succeed(redirected(location))),
        request
      )
    }
  })
})
