import { gunzipSync } from "node:zlib"
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { effect } from "../../testing/EffectTest.ts"
import * as SignedIn from "../testing/SignedIn.ts"
import * as StubProvider from "../testing/StubProvider.ts"
import * as TestService from "../testing/TestService.ts"

/** The largest allowed size of all resources before the first view, compressed, in bytes. */
const mostFirstLoad = 27_500

const read = async (service: TestService.TestService, path: string, headers: Record<string, string> = {}) => {
  const response = await service.call("GET", path, { headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.bytes()) }
}

const partsOf = (html: string): ReadonlyArray<string> =>
  Array.from(html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g), ([, part]) => part!)

const gzip = { "accept-encoding": "gzip" }

effect("every path below /app without a dot is the page, under a policy that permits nothing else", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const paths = ["/app", "/app/", "/APP/projects/7", "/app/projects/7/models/8", "/app/a/b/c/d/e/", "/app/%zz"]
      for (const path of paths) {
        const { bytes, headers, status } = await read(service, path)
        expect(status, path).toBe(200)
        expect(Object.fromEntries(headers), path).toMatchObject({
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-cache",
          "referrer-policy": "no-referrer",
          "content-security-policy":
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        })
        // A script or style within the page itself would be blocked.
        expect(bytes.toString()).not.toMatch(/<style|style=|<script(?![^>]*src=)/)
        expect(bytes.toString()).toContain(`content="${TestService.publicUrl}"`)
        expect((await read(service, path, { "if-none-match": headers.get("etag")! })).status).toBe(304)
      }
      const head = await service.call("HEAD", "/app/projects/7")
      expect([head.status, await head.text()]).toEqual([200, ""])
      const posted = await service.call("POST", "/app/projects/7", { body: {} })
      expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"])
    })
  })
)

effect("resources of the page have names that change with their content, and are cached permanently", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const page = await read(service, "/app/projects/7/models/8")
      const parts = partsOf(page.bytes.toString())
      expect(parts.length).toBeGreaterThanOrEqual(2)
      for (const part of parts) {
        expect(part).toMatch(/^\/app\/\w+-\w+\.(?:js|css)$/)
        const plain = await read(service, part)
        expect(plain.status, part).toBe(200)
        expect(Object.fromEntries(plain.headers), part).toMatchObject({
          "content-type": part.endsWith(".js") ? "text/javascript;charset=utf-8" : "text/css;charset=utf-8",
          "cache-control": "public, max-age=31536000, immutable",
          "x-content-type-options": "nosniff"
        })
        const packed = await read(service, part, gzip)
        const isPacked = plain.bytes.length >= 1024
        expect(packed.headers.get("content-encoding"), part).toBe(isPacked ? "gzip" : null)
        expect((isPacked ? gunzipSync(packed.bytes) : packed.bytes).equals(plain.bytes)).toBe(true)
        expect((await read(service, part, { "if-none-match": plain.headers.get("etag")! })).status).toBe(304)
      }
      for (const name of ["nothing.js", "Main.tsx", "a/b.js", "..%2fPage.css", "__proto__.js", "index.html", "a.b/c"]) {
        const { headers, status } = await read(service, `/app/${name}`)
        expect([status, headers.get("content-type")], name).toEqual([404, "application/problem+json"])
      }
    })
  })
)

effect("the files of the first load are small", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const page = await read(service, "/app/", gzip)
      const parts = partsOf((await read(service, "/app/")).bytes.toString())
      const sizes = await Promise.all(parts.map(async (part) => (await read(service, part, gzip)).bytes.length))
      const sum = sizes.reduce((all, size) => all + size, page.bytes.length)
      expect(sum).toBeGreaterThan(1000)
      expect(sum).toBeLessThan(mostFirstLoad)
    })
  })
)

effect("the page works behind a prefix, with files from the bucket", () =>
  Effect.gen(function* () {
    const settings = { publicUrl: "https://plinth.example/base", filesOrigin: "https://storage.test" }
    const service = yield* TestService.make({ settings })
    const { bytes, headers } = yield* Effect.promise(() => read(service, "/app"))
    for (const part of partsOf(bytes.toString())) expect(part).toStartWith("/base/app/")
    const policy = headers.get("content-security-policy")!
    expect(policy).toContain("img-src 'self' data: blob: https://storage.test;")
    expect(policy).toContain("connect-src 'self' https://storage.test;")
  })
)

effect("the page shows whether a user exists, unless users sign in at a provider", () =>
  Effect.gen(function* () {
    const mark = '<meta name="plinth-sign-in" content="none"'
    const own = yield* TestService.make()
    const provided = yield* TestService.make({ ports: StubProvider.make().layer })
    yield* Effect.promise(async () => {
      const before = await read(own, "/app/")
      expect(before.bytes.toString()).toContain(mark)
      expect((await read(provided, "/app/")).bytes.toString()).not.toContain(mark)
      await SignedIn.user(own)
      const after = await read(own, "/app/", { "if-none-match": before.headers.get("etag")! })
      expect(after.status).toBe(200)
      expect(after.bytes.toString()).not.toContain(mark)
    })
  })
)
