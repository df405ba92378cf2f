import { gunzipSync } from "node:zlib"
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import manifest from "../../../package.json" with { type: "json" }
import { effect } from "../../testing/EffectTest.ts"
import * as TestService from "../testing/TestService.ts"

const read = async (service: TestService.TestService, path: string) => {
  const response = await service.call("GET", path)
  return { response, text: await response.text() }
}

/** Returns the origins from which a policy allows loading, and to which it allows sending. */
const sources = (policy: string): Array<string> => [
  ...new Set(policy.split(";").flatMap((directive) => directive.trim().split(" ").slice(1)))
]

const publicUrl = "https://plinth.example/base"

effect("/docs and all its resources come from the service, under a policy that permits nothing else", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make({ settings: { publicUrl } })
    yield* Effect.promise(async () => {
      for (const [path, root] of [
        ["/docs", ""],
        ["/docs/", "../"]
      ] as const) {
        const { response, text } = await read(service, path)
        expect(response.status).toBe(200)
        expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8")
        expect(response.headers.get("cache-control")).toBe("no-cache")
        expect(sources(response.headers.get("content-security-policy")!).sort()).toEqual(["'none'", "'self'", "data:"])
        expect(response.headers.get("content-security-policy")).toStartWith("default-src 'none';")
        expect(text).toContain("npm run --silent token -- --user ada")
        expect(text).toContain(`href="${root}app/"`)
        // A script or style within the page itself would be blocked.
        expect(text).not.toMatch(/<style|style=|<script(?![^>]*src=)/)
        const parts = Array.from(text.matchAll(/="([./]*docs\/[^"]+\.(?:js|css))"/g), ([, part]) => part!)
        expect(parts.map((part) => part.replace(/-\w+\./, "."))).toEqual(
          ["swagger-ui.js", "Docs.css", "Docs.js"].map((name) => `${root}docs/${name}`)
        )
        for (const part of parts) {
          const { response } = await read(service, new URL(part, `${TestService.publicUrl}${path}`).pathname)
          expect(Object.fromEntries(response.headers), part).toMatchObject({
            "cache-control": "public, max-age=31536000, immutable",
            "content-type": expect.stringContaining(part.endsWith(".css") ? "text/css" : "text/javascript"),
            "x-content-type-options": "nosniff"
          })
          expect(response.status, part).toBe(200)
        }
      }
      for (const name of ["Docs.js", "Docs.ts", "swagger-ui-bundle.js", "__proto__", "..%2f..%2fpackage.json"]) {
        expect((await read(service, `/docs/${name}`)).response.status, name).toBe(404)
      }
    })
  })
)

effect("/docs has the guides of the repository at the public address, and its links lead to places that it has", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make({ settings: { publicUrl } })
    const [{ text }, { text: openApi }] = yield* Effect.promise(() =>
      Promise.all([read(service, "/docs"), read(service, "/openapi.json")])
    )
    const ids = Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id!)
    expect(ids).toEqual([...new Set(ids)])
    const guides = Array.from(text.matchAll(/<article id="([\w-]+)" class="guide"><h1>/g), ([, id]) => id!)
    expect(guides).toEqual(expect.arrayContaining(["first-steps", "tokens", "queries", "uploads", "events", "mcp"]))
    expect(guides).toEqual(expect.arrayContaining(["dataset", "errors", "client"]))
    const links = Array.from(text.matchAll(/<a [^>]*href="([^"]+)"/g), ([, href]) => href!)
    const tags = (JSON.parse(openApi) as { tags: ReadonlyArray<{ name: string }> }).tags.map(({ name }) => `#/${name}`)
    const places = new Set([...ids.map((id) => `#${id}`), "#/", ...tags])
    expect(links.filter((href) => href.startsWith("#") && !places.has(href))).toEqual([])
    expect(links.filter((href) => !/^#|^https:\/\/|^app\/$|^openapi\.json$/.test(href))).toEqual([])
    for (const tag of tags) expect(links).toContain(tag)
    // A link between documents leads to the guide that shows what it names.
    expect(text).toContain('<a href="#tokens/clients">')
    expect(text).toContain("V1=https://plinth.example/base/v1\n")
    expect(text).not.toMatch(/localhost:8080|plinth\.example(?!\/base)/)
  })
)

effect("/llms.txt lists the interfaces at the public address, and has the instructions of /mcp", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make({ settings: { publicUrl: "https://plinth.example" } })
    const { response, text } = yield* Effect.promise(() => read(service, "/llms.txt"))
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"])
    for (const path of ["/mcp", "/openapi.json", "/docs"]) expect(text).toContain(`(https://plinth.example${path})`)
    expect(text.match(/^### /gm)).toHaveLength(5)
  })
)

effect("/openapi.json is the document with the public address", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make({ settings: { publicUrl: "https://plinth.example/base" } })
    const ask = (headers = {}) => Effect.promise(() => service.call("GET", "/openapi.json", { headers }))
    const plain = yield* ask()
    const text = yield* Effect.promise(() => plain.text())
    expect(JSON.parse(text)).toMatchObject({ openapi: "3.1.0", servers: [{ url: "https://plinth.example/base" }] })
    const headers = { "content-type": "application/json", "cache-control": "no-store" }
    expect(Object.fromEntries(plain.headers)).toMatchObject(headers)
    const packed = yield* ask({ "accept-encoding": "gzip" })
    expect(Object.fromEntries(packed.headers)).toMatchObject({ ...headers, "content-encoding": "gzip" })
    expect(gunzipSync(yield* Effect.promise(() => packed.bytes())).toString()).toBe(text)
    expect((yield* ask({ "if-none-match": plain.headers.get("etag")! })).status).toBe(304)
  })
)

/** The Accept header of Chromium. */
const browser =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7"

effect("/ redirects browsers to the page and lists the entry points for programs", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make({ settings: { publicUrl } })
    yield* Effect.promise(async () => {
      const ask = (accept?: string, method = "GET") =>
        service.call(method, "/", accept === undefined ? {} : { headers: { accept } })
      const page = await ask(browser)
      expect(page.status).toBe(302)
      expect(Object.fromEntries(page.headers)).toMatchObject({
        location: `${publicUrl}/app`,
        vary: "accept",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer"
      })
      for (const accept of [undefined, "*/*", "application/json"]) {
        const answer = await ask(accept)
        expect(answer.status, accept).toBe(200)
        expect(Object.fromEntries(answer.headers), accept).toMatchObject({
          "content-type": "application/json",
          vary: "accept",
          "cache-control": "no-store",
          "access-control-allow-origin": "*"
        })
        const { links, ...rest } = (await answer.json()) as { readonly links: Readonly<Record<string, string>> }
        expect(rest, accept).toEqual({ name: "Plinth", version: manifest.version } as object)
        expect(Object.keys(links)).toEqual(["app", "docs", "openapi", "healthz", "readyz"])
        for (const url of Object.values(links)) {
          expect(url).toStartWith(`${publicUrl}/`)
          expect((await service.call("GET", url.slice(publicUrl.length))).status, url).toBe(200)
        }
      }
      for (const accept of [browser, "*/*"]) {
        const [got, head] = [await ask(accept), await ask(accept, "HEAD")]
        expect([head.status, head.headers.get("location"), await head.text()]).toEqual([
          got.status,
          got.headers.get("location"),
          ""
        ])
      }
      const posted = await ask("*/*", "POST")
      expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"])
    })
  })
)
