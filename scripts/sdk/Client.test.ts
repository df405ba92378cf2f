import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { connect } from "../../sdk/plinth.ts"
import * as OpenApi from "../../src/http/openapi/OpenApi.ts"
import * as Client from "./Client.ts"

const root = join(import.meta.dir, "../..")
const kept = join(root, "sdk/plinth.ts")

test("sdk/plinth.ts matches the OpenAPI document (if not: npm run sdk)", () => {
  const document = OpenApi.make("http://localhost:8080") as unknown as Client.Document
  expect(readFileSync(kept, "utf8") === Client.text(document)).toBe(true)
})

test("the client compiles with only the types of browsers", () => {
  const options = ["--lib", "ESNext,DOM,DOM.Iterable", "--types", "", "--target", "ESNext", "--module", "ESNext"]
  const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"]
  const tsc = join(root, "node_modules/.bin/tsc")
  const { stdout } = Bun.spawnSync([tsc, "--ignoreConfig", ...strict, ...options, kept])
  expect(stdout.toString()).toBe("")
})

test("a repeatable request is sent again after 503, until its signal aborts it", async () => {
  let asked = 0
  const busy = () => {
    asked++
    const headers = { "retry-after": asked === 1 ? "0" : "20", "x-request-id": "r" }
    return Promise.resolve(Response.json({ error: "Overloaded", errorDetails: "d" }, { status: 503, headers }))
  }
  const plinth = connect({ url: "http://nowhere", fetch: busy })
  const created = plinth.createProject({ body: { name: "Once" } })
  expect(await created.catch((error: unknown) => error)).toMatchObject({
    name: "PlinthError",
    code: "Overloaded",
    retryAfter: 0
  })
  expect(asked).toBe(1)
  asked = 0
  const listed = plinth.listProjects({ signal: AbortSignal.timeout(50) })
  expect(await listed.catch((error: unknown) => error)).toMatchObject({ name: "TimeoutError" })
  expect(asked).toBe(2)
})
