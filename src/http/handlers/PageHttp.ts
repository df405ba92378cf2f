import * as Effect from "effect/Effect"
import { Accounts } from "../../application/signin/Accounts.ts"
import { Settings } from "../../ports/Settings.ts"
import { TokenIssuer } from "../../ports/signin/TokenIssuer.ts"
import * as StaticFiles from "../answer/StaticFiles.ts"
import { PageApi } from "../api/PageApi.ts"
import { bind, type Gate } from "../call/Call.ts"
import { bundle } from "../web/Bundle.ts"
import * as Html from "../web/Html.ts"

/** Caching for a year: file names change with their content. */
const forever = "public, max-age=31536000, immutable"

export const bindings = Effect.gen(function* () {
  const { filesOrigin, publicUrl } = yield* Settings
  const made = yield* bundle
  const issuer = yield* TokenIssuer
  const page = (signIn: Html.SignInKind) =>
    new Blob([Html.html(publicUrl, made, signIn)], { type: "text/html; charset=utf-8" })
  const pages = yield* StaticFiles.make(
    { page: page(issuer._tag === "Own" ? "password" : "provider"), new: page("none") },
    {
      "content-security-policy": Html.policy(filesOrigin),
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer"
    }
  )
  const assets = yield* StaticFiles.make(made.files, { "cache-control": forever })
  const accounts = yield* Accounts
  // The storage is asked until there is a user; from then on the page is served without it.
  let hasUser = issuer._tag !== "Own"
  const looked = Effect.tap(accounts.isEmpty, (isEmpty) => Effect.sync(() => (hasUser = !isEmpty)))
  const hasNoUser = Effect.suspend(() => (hasUser ? Effect.succeed(false) : looked)).pipe(
    Effect.orElseSucceed(() => false)
  )
  const answer = ({ request, url }: Pick<Gate<unknown>, "request" | "url">) => {
    const name = url.pathname.split("/").slice(2).join("/")
    return name.includes(".")
      ? assets.answer(name, request)
      : Effect.flatMap(hasNoUser, (is) => pages.answer(is ? "new" : "page", request))
  }
  return bind(PageApi, { app: answer, appBelow: answer })
})
