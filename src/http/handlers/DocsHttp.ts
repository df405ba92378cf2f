import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import manifest from "../../../package.json" with { type: "json" }
import { Settings } from "../../ports/Settings.ts"
import { madeOnce } from "../../runtime/MadeOnce.ts"
import { DocsApi } from "../api/DocsApi.ts"
import { prefersHtml } from "../answer/Accept.ts"
import { bind, raw, withHeaders } from "../call/Call.ts"
import { docsBundle } from "../docs/Bundle.ts"
import * as Guides from "../docs/Guides.ts"
import * as Page from "../docs/Page.ts"
import { programGuide } from "../mcp/ProgramGuide.ts"
import * as OpenApi from "../openapi/OpenApi.ts"
import * as StaticFiles from "../answer/StaticFiles.ts"

/** Headers of the pages: content comes from the service only; no frames, no forms, no inline scripts. */
const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer"
}

/** Caching for a year: names of files change with their content. */
const forever = "public, max-age=31536000, immutable"

/** The script that shows the operations of the OpenAPI document and sends the requests of its readers. */
const library = Bun.file(new URL("swagger-ui-bundle.js", import.meta.resolve("swagger-ui-dist/package.json")))

const blob = (text: string, type: string) => new Blob([text], { type: `${type}; charset=utf-8` })

export const bindings = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const guide = blob(programGuide(publicUrl), "text/plain")
  const guides = yield* StaticFiles.make({ "llms.txt": guide }, headers)
  // Built on the first request, because these take too long for the start of the service.
  const openApi = madeOnce(Effect.sync(() => OpenApi.make(publicUrl)))
  const description = madeOnce(
    Effect.flatMap(openApi, (document) => {
      const json = new Blob([JSON.stringify(document)], { type: "application/json" })
      // The content type is set explicitly, because Bun adds a charset to the type of a blob.
      return StaticFiles.make(
        { "openapi.json": json },
        { "content-type": "application/json", "cache-control": "no-store" }
      )
    })
  )
  const docs = madeOnce(
    Effect.gen(function* () {
      const bundle = yield* docsBundle
      const bytes = yield* Effect.promise(() => library.bytes())
      const name = `swagger-ui-${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}.js`
      const { tags } = yield* openApi
      const content = { publicUrl, bundle, library: name, guides: Guides.make(publicUrl), tags }
      const page = (root: string) => blob(Page.html(content, root), "text/html")
      return {
        pages: yield* StaticFiles.make({ docs: page(""), "docs/": page("../") }, headers),
        assets: yield* StaticFiles.make({ ...bundle.files, [name]: library }, { ...headers, "cache-control": forever })
      }
    })
  )
  const about = {
    name: "Plinth" as const,
    version: manifest.version,
    links: {
      app: `${publicUrl}/app`,
      docs: `${publicUrl}/docs`,
      openapi: `${publicUrl}/openapi.json`,
      healthz: `${publicUrl}/healthz`,
      readyz: `${publicUrl}/readyz`
    }
  }
  const toPage = { location: about.links.app, "cache-control": "no-store", vary: "accept" }
  return bind(DocsApi, {
    about: ({ request }) =>
      Effect.sync(() =>
        prefersHtml(request.headers.get("accept") ?? "")
          ? raw(new Response(null, { status: 302, headers: toPage }))
          : withHeaders(about, { vary: "accept" })
      ),
    openapi: ({ request }) => Effect.flatMap(description, ({ answer }) => answer("openapi.json", request)),
    page: ({ request, url }) =>
      Effect.flatMap(docs, ({ pages }) => pages.answer(url.pathname.endsWith("/") ? "docs/" : "docs", request)),
    guide: ({ request }) => guides.answer("llms.txt", request),
    asset: ({ path, request }) => Effect.flatMap(docs, ({ assets }) => assets.answer(path.file, request))
  })
})
