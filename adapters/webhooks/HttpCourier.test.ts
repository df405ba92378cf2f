import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { Courier } from "../../src/ports/webhooks/Courier.ts"
import * as HttpCourier from "./HttpCourier.ts"

const folder = mkdtempSync(join(tmpdir(), "plinth-courier-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns a key and a certificate for a name, which is its own authority. */
const certificateFor = (name: string) => {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  const made = [
    "openssl",
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-subj",
    "/CN=a",
    "-keyout",
    key,
    "-out",
    cert
  ]
  expect(Bun.spawnSync([...made, "-addext", `subjectAltName=DNS:${name}`]).exitCode).toBe(0)
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") }
}

const sendTo = (url: string, authorities?: string) =>
  Effect.runPromise(
    Effect.flatMap(Courier, (courier) => courier.send(url, { headers: {}, body: "{}" })).pipe(
      Effect.provide(HttpCourier.layer({ allowsPrivate: true, ...(authorities === undefined ? {} : { authorities }) }))
    )
  )

/** Starts a server that runs `answer` for each request, and returns its port. */
const serverOf = async (answer: (socket: Socket) => void): Promise<number> => {
  const server = createServer((socket) => {
    socket.on("error", () => {})
    socket.once("data", () => answer(socket))
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  afterAll(() => void server.close())
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

test("the certificate must be that of the name, though the connection goes to an address", async () => {
  const [own, other] = [certificateFor("localhost"), certificateFor("other.test")]
  const statusOf = async (tls: typeof own, host: string, authorities?: string) => {
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", tls, fetch: () => new Response("ok") })
    const outcome = await sendTo(`https://${host}:${server.port}/`, authorities)
    await server.stop(true)
    return outcome._tag === "Answered" ? outcome.status : outcome.answer
  }
  const refused = "The certificate was refused."
  expect(await statusOf(own, "localhost", own.cert)).toBe(200)
  expect(await statusOf(own, "localhost")).toBe(refused)
  expect(await statusOf(own, "127.0.0.1", own.cert)).toBe(refused)
  expect(await statusOf(other, "localhost", other.cert)).toBe(refused)
})

test("an answer without an end is cut off after 1 KB, and its connection is closed", async () => {
  const closed = Promise.withResolvers<void>()
  const chunk = Buffer.from(`10000\r\n${"x".repeat(65_536)}\r\n`)
  const port = await serverOf((socket) => {
    socket.on("close", () => closed.resolve())
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
    const write = (): void => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once("drain", write)
    }
    write()
  })
  expect(await sendTo(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, answer: "x".repeat(1024) })
  await closed.promise
})

test.each([
  ["breaks off", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc", { _tag: "Answered", status: 200, answer: "abc" }],
  ["is no HTTP", "hello\r\n\r\n", { _tag: "Unanswered" }],
  ["has a header without an end", `HTTP/1.1 200 OK\r\na: ${"b".repeat(1 << 20)}`, { _tag: "Unanswered" }]
])("an answer that %s ends the try", async (_, text, outcome) => {
  const port = await serverOf((socket) => void socket.end(text))
  expect(await sendTo(`http://127.0.0.1:${port}/`)).toMatchObject(outcome)
})

test("interim answers without an end end the try long before its time is over", async () => {
  const closed = Promise.withResolvers<void>()
  const some = "HTTP/1.1 100 Continue\r\n\r\n".repeat(1000)
  const port = await serverOf((socket) => {
    socket.on("close", () => closed.resolve())
    const write = (): void => {
      while (!socket.destroyed && socket.write(some));
      if (!socket.destroyed) socket.once("drain", write)
    }
    write()
  })
  // In the end the try would have failed because there was no answer in time.
  expect(await sendTo(`http://127.0.0.1:${port}/`)).toEqual({ _tag: "Unanswered", answer: "The connection failed." })
  await closed.promise
})

test("a few interim answers come before the answer", async () => {
  const interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"
  const port = await serverOf((socket) => void socket.end(`${interim}HTTP/1.1 204 No Content\r\n\r\n`))
  expect(await sendTo(`http://127.0.0.1:${port}/`)).toMatchObject({ _tag: "Answered", status: 204 })
})
