import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import { rangedFile } from "./RangedFile.ts"

const size = 20_000_000
const content = new Uint8Array(size).map((_, i) => (i * 31 + (i >> 8)) & 255)
const folder = mkdtempSync(join(tmpdir(), "plinth-test-"))
const path = join(folder, "file")
const gone = join(folder, "gone")

/** A file, the same bytes as a stream, and a file that the test deletes, by path. */
const bodies: Record<string, Blob> = {
  "/file": Bun.file(path),
  "/stream": new Blob([content]),
  "/gone": Bun.file(gone)
}
const answerTo = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url)
  const reply = await Effect.runPromise(
    rangedFile(
      {
        mediaType: "application/octet-stream",
        size,
        tag: "a",
        body: ({ end, start }) => {
          const part = end - start === size ? bodies[pathname]! : bodies[pathname]!.slice(start, end)
          return Effect.succeed(pathname === "/stream" ? part.stream() : part)
        }
      },
      request
    )
  )
  return (reply.body as { readonly response: Response }).response
}

let server: ReturnType<typeof Bun.serve>
beforeAll(() => {
  writeFileSync(path, content)
  writeFileSync(gone, content)
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answerTo })
})
afterAll(async () => {
  await server.stop(true)
  rmSync(folder, { recursive: true })
})

const ask = async (headers: Record<string, string> = {}, method = "GET", path = "/file") => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers })
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}

test("GET of a file tells its length, like HEAD", async () => {
  for (const method of ["GET", "HEAD"]) {
    const { headers, status } = await ask({}, method)
    expect([status, headers.get("content-length"), headers.get("etag")]).toEqual([200, String(size), '"a"'])
    const part = await ask({ range: "bytes=10-19" }, method)
    expect([part.status, part.headers.get("content-length")]).toEqual([206, "10"])
    expect(part.headers.get("content-range")).toBe(`bytes 10-19/${size}`)
  }
  expect(Buffer.compare((await ask()).bytes, content)).toBe(0)
})

test("a Range is followed only if If-Range has the entity tag of the file", async () => {
  for (const path of ["/file", "/stream"]) {
    const same = await ask({ range: "bytes=5-8", "if-range": '"a"' }, "GET", path)
    expect([same.status, ...same.bytes]).toEqual([206, ...content.slice(5, 9)])
    for (const other of ['"b"', 'W/"a"', "Sun, 29 Nov 2026 07:00:00 GMT"]) {
      const { bytes, headers, status } = await ask({ range: "bytes=5-8", "if-range": other }, "GET", path)
      expect([status, bytes.length, headers.get("content-range")]).toEqual([200, size, null])
    }
  }
})

test("a Range that is not understood gives the whole file", async () => {
  for (const range of ["bytes=0-1,4-5", "bytes=8-5", "lines=1-2", "bytes=-"]) {
    const { bytes, status } = await ask({ range })
    expect([range, status, bytes.length]).toEqual([range, 200, size])
  }
})

test("a client that has the file already gets 304", async () => {
  const { bytes, headers, status } = await ask({ "if-none-match": '"b", "a"' })
  expect([status, bytes.length, headers.get("etag")]).toEqual([304, 0, '"a"'])
})

test("a file that is deleted while a client reads it reaches that client whole", async () => {
  const received = await new Promise<number>((resolve, reject) => {
    const socket = connect(server.port!, "127.0.0.1")
    let bytes = 0
    socket.on("error", reject)
    socket.once("data", () => {
      socket.pause()
      rmSync(gone)
      setTimeout(() => socket.resume(), 100)
    })
    socket.on("data", (piece) => (bytes += piece.length))
    socket.on("close", () => resolve(bytes))
    socket.write("GET /gone HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
  })
  expect(received).toBeGreaterThan(size)
})
