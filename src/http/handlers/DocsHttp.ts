import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { NotFound } from "../../domain/Errors.ts"
import { Settings } from "../../ports/Settings.ts"
import { DocsApi } from "../api/DocsApi.ts"
import { bind, raw } from "../Call.ts"
import * as OpenApi from "../OpenApi.ts"

/** What the page consists of. */
const mediaTypes: Readonly<Record<string, string>> = {
  "Page.html": "text/html; charset=utf-8",
  "Page.css": "text/css; charset=utf-8",
  "Page.js": "text/javascript; charset=utf-8",
  "Dom.js": "text/javascript; charset=utf-8",
  "Prose.js": "text/javascript; charset=utf-8",
  "Schemas.js": "text/javascript; charset=utf-8",
  "Operations.js": "text/javascript; charset=utf-8",
  "Trial.js": "text/javascript; charset=utf-8",
  "Widgets.js": "text/javascript; charset=utf-8"
}

const folder = fileURLToPath(new URL("../../web/docs/", import.meta.url))

/** Everything comes from us; nothing is drawn into a frame, sent elsewhere, or run that stands in the page itself. */
const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache"
}

const answer = (body: string, mediaType: string) =>
  raw(new Response(body, { headers: { ...securityHeaders, "content-type": mediaType } }))

/** The page finds its parts beside it, also behind a proxy that adds a prefix, and under the path with a slash. */
const placed = (html: string, url: URL): string =>
  url.pathname.endsWith("/") ? html.replaceAll('="docs/', '="') : html

export const bindings = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const files = new Map(
    yield* Effect.forEach(Object.entries(mediaTypes), ([name, mediaType]) =>
      Effect.map(
        Effect.promise(() => Bun.file(`${folder}${name}`).text()),
        (text) => [name, { mediaType, text }] as const
      )
    )
  )
  const page = files.get("Page.html")!
  const document = yield* Effect.cached(Effect.sync(() => JSON.stringify(OpenApi.make(publicUrl))))
  return bind(DocsApi, {
    openapi: () =>
      Effect.map(document, (json) =>
        raw(new Response(json, { headers: { "content-type": "application/json", "cache-control": "no-cache" } }))
      ),
    page: ({ url }) => Effect.succeed(answer(placed(page.text, url), page.mediaType)),
    asset: ({ path }) => {
      const file = files.get(path.file)
      return file === undefined || file === page
        ? Effect.fail(new NotFound({ details: "There is no such path." }))
        : Effect.succeed(answer(file.text, file.mediaType))
    }
  })
})
