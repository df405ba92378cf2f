import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { gunzipSync, zstdDecompressSync } from "bun"
import * as StaticFiles from "./StaticFiles.ts"

const script = "export const answer = 42\n".repeat(1000)
const picture = new Uint8Array(5000).fill(7)
const files = await Effect.runPromise(
  StaticFiles.make(
    {
      "Page.js": new Blob([script], { type: "text/javascript" }),
      "picture.png": new Blob([picture], { type: "image/png" }),
      "small.css": new Blob(["a{}"], { type: "text/css" })
    },
    { "cache-control": "immutable", "x-own": "yes" }
  )
)

const ask = async (name: string, headers: Record<string, string> = {}) => {
  const { body } = await Effect.runPromise(files.answer(name, new Request("http://here/", { headers })))
  if (!("response" in body)) throw new Error("no response")
  return body.response
}

test("a file is sent as it is, or compressed if the client accepts that", async () => {
  const plain = await ask("Page.js")
  expect(await plain.text()).toBe(script)
  const unpack = { gzip: gunzipSync, zstd: zstdDecompressSync }
  for (const encoding of ["gzip", "zstd"] as const) {
    const packed = await ask("Page.js", { "accept-encoding": encoding })
    const bytes = new Uint8Array(await packed.arrayBuffer())
    expect(Object.fromEntries(packed.headers)).toMatchObject({
      "content-encoding": encoding,
      "content-length": String(bytes.length),
      "content-type": "text/javascript;charset=utf-8",
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      "x-own": "yes",
      "cache-control": "immutable"
    })
    expect(new TextDecoder().decode(unpack[encoding](bytes))).toBe(script)
    expect(bytes.length).toBeLessThan(script.length / 10)
    expect(packed.headers.get("etag")).not.toBe(plain.headers.get("etag"))
  }
  for (const name of ["picture.png", "small.css"]) {
    expect((await ask(name, { "accept-encoding": "gzip" })).headers.get("content-encoding")).toBeNull()
  }
})

test("a client that has the file gets 304, unless the bytes have changed", async () => {
  const tag = (await ask("Page.js")).headers.get("etag")!
  expect(tag).toMatch(/^"[\w-]{22}"$/)
  for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
    const response = await ask("Page.js", { "if-none-match": sent })
    expect([response.status, response.headers.get("etag"), await response.text()], sent).toEqual([304, tag, ""])
    expect(response.headers.get("cache-control")).toBe("immutable")
  }
  expect((await ask("Page.js", { "if-none-match": '"other"' })).status).toBe(200)
  expect((await ask("Page.js", { "if-none-match": tag, "accept-encoding": "gzip" })).status).toBe(200)
  expect((await ask("small.css", { "if-none-match": tag })).status).toBe(200)
})

test("no other name leads to a file", async () => {
  for (const name of ["", "page.js", "../Page.js", "./Page.js", "constructor", "__proto__"]) {
    const exit = await Effect.runPromiseExit(files.answer(name, new Request("http://here/")))
    expect(Exit.isFailure(exit) && JSON.stringify(exit.cause), name).toContain("NotFound")
  }
})

test("a missing file is reported at the start", async () => {
  const made = StaticFiles.make({ gone: Bun.file(`${import.meta.dir}/nothing.js`) })
  expect(Exit.isFailure(await Effect.runPromiseExit(made))).toBe(true)
})
