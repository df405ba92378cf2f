import * as Effect from "effect/Effect"
import { Forbidden } from "../../domain/Errors.ts"

/** Returns a check that fails with `Forbidden` unless a request comes from a page of the service's own origin. */
export const ownOrigin = (publicUrl: string) => {
  const { origin } = new URL(publicUrl)
  return ({ request: { headers } }: { readonly request: Request }): Effect.Effect<void, Forbidden> => {
    const site = headers.get("sec-fetch-site")
    return headers.get("origin") === origin && (site === null || site === "same-origin")
      ? Effect.void
      : new Forbidden({ details: `Only the page at ${publicUrl}/app/ may send this request.` })
  }
}
