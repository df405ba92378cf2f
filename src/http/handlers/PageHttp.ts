import * as Effect from "effect/Effect"
import { Settings } from "../../ports/Settings.ts"
import * as StaticFiles from "../answer/StaticFiles.ts"
import { PageApi } from "../api/PageApi.ts"
import { bind, type Gate } from "../dispatch/Call.ts"
import { bundle } from "../web/Bundle.ts"
import * as Html from "../web/Html.ts"

/** A year: another content has another name. */
const forever = "public, max-age=31536000, immutable"

export const bindings = Effect.gen(function* () {
  const { filesOrigin, publicUrl } = yield* Settings
  const made = yield* bundle
  const page = new Blob([Html.html(publicUrl, made)], { type: "text/html; charset=utf-8" })
  const pages = yield* StaticFiles.make(
    { page },
    {
      "content-security-policy": Html.policy(filesOrigin),
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer"
    }
  )
  const assets = yield* StaticFiles.make(made.files, { "cache-control": forever })
  const answer = ({ request, url }: Pick<Gate<unknown>, "request" | "url">) => {
    const name = url.pathname.split("/").slice(2).join("/")
    return name.includes(".") ? assets.answer(name, request) : pages.answer("page", request)
  }
  return bind(PageApi, { app: answer, appBelow: answer })
})
