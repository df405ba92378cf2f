import * as Effect from "effect/Effect"
import { raw, type Reply } from "../call/Call.ts"
import { headersOf } from "../errors/ErrorResponse.ts"
import { describe, detailsOf, type WireError } from "../errors/ErrorTable.ts"
import { messagePage, type Page, respond } from "./Pages.ts"
import { wordsOf } from "./SignInWords.ts"

/** Returns a redirect that sets the given cookies. */
export const redirected = (location: string, cookies: ReadonlyArray<string> = []): Reply<never> => {
  const headers = new Headers({ location, "cache-control": "no-store" })
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  return raw(new Response(null, { status: 302, headers }))
}

/** Returns whether the client is a browser, by its `Accept` header. */
export const wantsPage = (request: Request): boolean => /\btext\/html\b/i.test(request.headers.get("accept") ?? "")

/** Returns a failure as a page, in English if there are no other words for it. */
export const failurePage = (error: WireError, request: Request): Page => {
  const { failures, language } = wordsOf(request)
  const words = failures[error._tag]
  return words === undefined
    ? messagePage({ title: describe(error).title, text: detailsOf(error) }, "en")
    : messagePage(words, language)
}

/** Returns a failure as the response to a browser. */
export const respondFailure = (error: WireError, request: Request, page = failurePage(error, request)): Response =>
  respond({ ...page, status: describe(error).status, headers: headersOf(error) }, request)

/** Turns a failure into a page if the client is a browser; otherwise passes the failure on. */
export const orPage = <A>(
  work: Effect.Effect<A | Reply<never>, WireError>,
  request: Request,
  pageOf: (error: WireError) => Page = (error) => failurePage(error, request)
): Effect.Effect<A | Reply<never>, WireError> =>
  Effect.catchAll(work, (error) =>
    wantsPage(request) ? Effect.succeed(raw(respondFailure(error, request, pageOf(error)))) : Effect.fail(error)
  )
