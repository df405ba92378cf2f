import * as Effect from "effect/Effect"
import { Accounts } from "../../application/signin/Accounts.ts"
import { Settings } from "../../ports/Settings.ts"
import { TokenIssuer } from "../../ports/signin/TokenIssuer.ts"
import { madeOnce } from "../../runtime/MadeOnce.ts"
import * as StaticFiles from "../answer/StaticFiles.ts"
import { PageApi } from "../api/PageApi.ts"
import { bind, type Gate } from "../call/Call.ts"
import { bundle } from "../web/Bundle.ts"
import * as Html from "../web/Html.ts"

/** Caching for a year: file names change with their content. */
const forever = "public, max-age=31536000, immutable"

export const bindings = Effect.gen(function* () {
  const { filesOrigin, publicUrl } = yield* Settings
  const issuer = yield* TokenIssuer
  // The files are made on the first request, because bundling costs a start of the service a tenth of its processor
  // time.
  const made = madeOnce(
    Effect.gen(function* () {
      const built = yield* bundle
      const page = (signIn: Html.SignInKind) =>
        new Blob([Html.html(publicUrl, built, signIn)], { type: "text/html; charset=utf-8" })
      const pages = yield* StaticFiles.make(
        { page: page(issuer._tag === "Own" ? "password" : "provider"), new: page("none") },
        {
          "content-security-policy": Html.policy(filesOrigin),
          "cross-origin-opener-policy": "same-origin",
          "referrer-policy": "no-referrer"
        }
      )
      return { pages, assets: yield* StaticFiles.make(built.files, { "cache-control": forever }) }
    })
  )
  const accounts = yield* Accounts
  // The storage is asked until there is a user; from then on the page is served without it.
  let hasUser = issuer._tag !== "Own"
  const looked = Effect.tap(accounts.isEmpty, (isEmpty) => Effect.sync(() => (hasUser = !isEmpty)))
  const hasNoUser = Effect.suspend(() => (hasUser ? Effect.succeed(false) : looked)).pipe(
    Effect.orElseSucceed(() => false)
  )
  const answer = Effect.fnUntraced(function* ({ request, url }: Pick<Gate<unknown>, "request" | "url">) {
    const { assets, pages } = yield* made
    const name = url.pathname.split("/").slice(2).join("/")
    return name.includes(".")
      ? yield* assets.answer(name, request)
      : yield* pages.answer((yield* hasNoUser) ? "new" : "page", request)
  })
  return bind(PageApi, { app: answer, appBelow: answer })
})
