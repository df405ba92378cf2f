import { expect } from "bun:test"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { effect } from "../../domain/testing/EffectTest.ts"
import * as TestService from "../testing/TestService.ts"

const folder = join(import.meta.dir, "../../web/docs")

const page = async (service: TestService.TestService, path: string) => {
  const response = await service.call("GET", path)
  return { response, text: await response.text() }
}

effect("/docs and everything that it names come from us, under a policy that lets nothing else in", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      for (const path of ["/docs", "/docs/"]) {
        const { response, text } = await page(service, path)
        expect(response.status).toBe(200)
        expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8")
        const policy = response.headers.get("content-security-policy")!
        expect(policy).toContain("default-src 'none'")
        expect(policy).not.toContain("unsafe")
        const parts = Array.from(text.matchAll(/(?:src|href)="([^"#:]+)"/g), ([, part]) => part!)
        expect(parts.length).toBe(2)
        for (const part of parts) {
          const { response } = await page(service, new URL(part, `${TestService.publicUrl}${path}`).pathname)
          expect(response.status, part).toBe(200)
        }
      }
      const served = readdirSync(folder).filter((name) => name !== "Page.html")
      for (const name of served) {
        const { response, text } = await page(service, `/docs/${name}`)
        expect(response.status, name).toBe(200)
        expect(response.headers.get("content-type"), name).toStartWith(
          name.endsWith(".css") ? "text/css" : "text/javascript"
        )
        expect(text.match(/https?:\/\//), name).toBeNull()
        for (const [, module] of text.matchAll(/from "\.\/([^"]+)"/g)) expect(served).toContain(module!)
      }
      for (const name of ["Page.html", "nothing.js", "..%2f..%2fpackage.json"]) {
        expect((await page(service, `/docs/${name}`)).response.status, name).toBe(404)
      }
    })
  })
)

effect("/openapi.json is the document, with the address that clients use", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make({ settings: { publicUrl: "https://plinth.example/base" } })
    const document = yield* Effect.promise(async () => (await service.call("GET", "/openapi.json")).json())
    expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: "https://plinth.example/base" }] })
  })
)
