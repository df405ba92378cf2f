import * as Effect from "effect/Effect"
import { raw, type Reply } from "../call/Call.ts"
import { headersOf } from "../errors/ErrorResponse.ts"
import { describe, detailsOf, type WireError } from "../errors/ErrorTable.ts"
import { messagePage, type Page, respond } from "./Pages.ts"

/** Returns a redirect that sets the given cookies. */
export const redirected = (location: string, cookies: ReadonlyArray<string> = []): Reply<never> => {
  const headers = new Headers({ location, "cache-control": "no-store" })
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  return raw(new Response(null, { status: 302, headers }))
}

/** Returns whether the client is a browser, by its `Accept` header. */
const wantsPage = (request: Request): boolean => /\btext\/html\b/i.test(request.headers.get("accept") ?? "")

/** Turns a failure into a page if the client is a browser; otherwise passes the failure on. */
export const orPage = <A>(
  work: Effect.Effect<A | Reply<never>, WireError>,
  request: Request,
  pageOf = (error: WireError): Page => messagePage(describe(error).title, detailsOf(error))
): Effect.Effect<A | Reply<never>, WireError> =>
  Effect.catchAll(work, (error) => {
    if (!wantsPage(request)) return Effect.fail(error)
    const { status } = describe(error)
    return Effect.succeed(raw(respond({ ...pageOf(error), status, headers: headersOf(error) }, request)))
  })
