import * as Effect from "effect/Effect"
import manifest from "../../../package.json" with { type: "json" }
import { Settings } from "../../ports/Settings.ts"
import { madeOnce } from "../../runtime/MadeOnce.ts"
import { DocsApi } from "../api/DocsApi.ts"
import { prefersHtml } from "../answer/Accept.ts"
import { bind, raw, withHeaders } from "../call/Call.ts"
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

/** The files of Swagger UI that the page uses. */
const libraryFiles = ["swagger-ui-bundle.js", "swagger-ui.css", "index.css", "favicon-32x32.png"]

const own = (name: string) => Bun.file(new URL(`../docs/${name}`, import.meta.url))
const ofLibrary = (name: string) => Bun.file(new URL(name, import.meta.resolve("swagger-ui-dist/package.json")))

export const bindings = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const html = yield* Effect.promise(() => own("Page.html").text())
  const page = (text: string) => new Blob([text], { type: "text/html; charset=utf-8" })
  // Links of the page are relative, so that it works behind a proxy that adds a prefix, and with a trailing slash.
  const pages = yield* StaticFiles.make({ docs: page(html), "docs/": page(html.replaceAll('="docs/', '="')) }, headers)
  const guide = new Blob([programGuide(publicUrl)], { type: "text/plain; charset=utf-8" })
  const guides = yield* StaticFiles.make({ "llms.txt": guide }, headers)
  const taken = Object.fromEntries(libraryFiles.map((name) => [name, ofLibrary(name)]))
  const assets = yield* StaticFiles.make({ ...taken, "Page.js": own("Page.js") }, headers)
  // Built on the first request, because it takes too long for the start of the service.
  const description = madeOnce(
    Effect.suspend(() => {
      const json = new Blob([JSON.stringify(OpenApi.make(publicUrl))], { type: "application/json" })
      // The content type is set explicitly, because Bun adds a charset to the type of a blob.
      return StaticFiles.make(
        { "openapi.json": json },
        { "content-type": "application/json", "cache-control": "no-store" }
      )
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
    page: ({ request, url }) => pages.answer(url.pathname.endsWith("/") ? "docs/" : "docs", request),
    guide: ({ request }) => guides.answer("llms.txt", request),
    asset: ({ path, request }) => assets.answer(path.file, request)
  })
})
