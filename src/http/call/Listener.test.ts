import { expect } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { connect } from "node:net"
import { effect } from "../../testing/EffectTest.ts"
import type { Connection } from "./Connection.ts"
import * as Listener from "./Listener.ts"
import { starting, unsendable } from "../dispatch/Undispatched.ts"

const listening = (options: Partial<Listener.ListenerOptions> = {}) =>
  Listener.make({
    port: 0,
    host: "127.0.0.1",
    maxUploadBytes: 1024,
    trustProxy: false,
    starting,
    unsendable,
    ...options
  })

/** Sends a text, then another one repeatedly; returns the bytes that were received once the other side has closed. */
const held = (port: number, first: string, again?: { readonly text: string; readonly everyMs: number }) =>
  new Promise<{ readonly received: string }>((resolve) => {
    const socket = connect(port, "127.0.0.1")
    let received = ""
    let timer: ReturnType<typeof setInterval> | undefined
    socket.on("connect", () => {
      if (first !== "") socket.write(first)
      if (again !== undefined) timer = setInterval(() => socket.write(again.text), again.everyMs)
    })
    socket.on("data", (chunk) => (received += chunk.toString()))
    socket.on("error", () => undefined)
    socket.on("close", () => {
      clearInterval(timer)
      resolve({ received })
    })
  })

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`

effect(
  "silent connections and trickling heads are closed; idle connections of known clients and waiting clients are not",
  () =>
    Effect.gen(function* () {
      const listener = yield* listening()
      yield* listener.serve(async ({ url }, { answered }) => {
        if (url.endsWith("/slow")) await Bun.sleep(12_500)
        answered(url.endsWith("/trusted"))
        return new Response("answer", { headers: url.endsWith("/slow") ? { connection: "close" } : {} })
      })
      const { port } = listener
      const head = "GET / HTTP/1.1\r\nHost: here\r\n"
      const again = { text: "X: y\r\n", everyMs: 200 }
      yield* Effect.promise(async () => {
        const waits = held(port, get("/slow"))
        const rests = held(port, get("/trusted"))
        const ended = await Promise.all([
          held(port, ""),
          held(port, "GET / HT"),
          held(port, head, again),
          held(port, get("/")),
          held(port, get("/") + head, again)
        ])
        for (const { received } of ended.slice(3)) expect(received).toStartWith("HTTP/1.1 200")
        expect((await waits).received).toEndWith("answer")
        expect(await Promise.race([rests, Promise.resolve("rests")])).toBe("rests")
      })
    })
)

effect("the client address is that of the connection, or the one that a trusted proxy names", () =>
  Effect.gen(function* () {
    const headers = { "x-forwarded-for": "198.51.100.1, 203.0.113.7", "x-forwarded-proto": "https" }
    const clientOf = Effect.fn(function* (trustProxy: boolean) {
      const listener = yield* listening({ trustProxy })
      const seen: Array<Connection> = []
      yield* listener.serve((_, connection) => {
        seen.push(connection)
        return new Response()
      })
      yield* Effect.promise(() => fetch(`http://127.0.0.1:${listener.port}/`, { headers }))
      return { address: seen[0]!.address, scheme: seen[0]!.scheme }
    })
    expect(yield* clientOf(false)).toEqual({ address: "127.0.0.1", scheme: null })
    expect(yield* clientOf(true)).toEqual({ address: "203.0.113.7", scheme: "https" })
  })
)

effect("a drain closes unanswered connections after seven seconds, even if clients keep sending", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const listener = yield* Scope.extend(listening(), scope)
    const asked = yield* Deferred.make<void>()
    yield* listener.serve(() => {
      Deferred.unsafeDone(asked, Effect.void)
      return new Promise<Response>(() => undefined)
    })
    const waits = held(listener.port, get("/"))
    yield* Deferred.await(asked)
    // The service does the same: the drain is the first finalizer of the scope, and nothing interrupts it.
    yield* Scope.addFinalizer(scope, listener.drain)
    const closing = yield* Effect.fork(Effect.uninterruptible(Scope.close(scope, Exit.void)))
    yield* TestClock.adjust("6900 millis")
    expect(listener.isDraining()).toBe(true)
    expect(Option.isNone(yield* Fiber.poll(closing))).toBe(true)
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(closing)
    expect(yield* Effect.promise(() => waits)).toEqual({ received: "" })
  }).pipe(Effect.provide(TestContext.TestContext))
)

effect("an address that cannot be used is explained with the variable that sets it", () =>
  Effect.gen(function* () {
    const { port } = yield* listening()
    for (const host of ["127.0.0.1", "0.0.0.0", "::", "localhost"]) {
      const fault = yield* Effect.flip(listening({ host, port }))
      expect(fault.message, host).toMatch(/^PORT: cannot listen on .*:\d+, another program listens there$/)
    }
    // RFC 5737 reserves this address for documentation, so no machine has it.
    const { message } = yield* Effect.flip(listening({ host: "192.0.2.1" }))
    expect(message).toStartWith("HOST: cannot listen on 192.0.2.1:0 ")
  })
)

effect("a port can be reused at once, although closed connections linger", () =>
  Effect.gen(function* () {
    const port = yield* Effect.scoped(
      Effect.gen(function* () {
        const listener = yield* listening()
        yield* listener.serve(() => new Response("first"))
        yield* Effect.promise(async () => (await fetch(`http://127.0.0.1:${listener.port}/`)).text())
        return listener.port
      })
    )
    expect((yield* listening({ port })).port).toBe(port)
  })
)

effect("a file that is deleted before it is opened is 404 in the form of every error", () =>
  Effect.gen(function* () {
    const listener = yield* listening()
    yield* listener.serve(() => new Response(Bun.file("/none/such"), { headers: { "content-type": "text/plain" } }))
    yield* Effect.promise(async () => {
      const response = await fetch(`http://127.0.0.1:${listener.port}/`)
      expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/problem+json"])
      expect(await response.json()).toMatchObject({ title: "Not found", detail: "The file no longer exists." })
    })
  })
)

/** A separate process, because `bun test` fails if a handler of `Bun.serve` throws. */
const brokenService = `
  import * as Effect from "effect/Effect"
  import * as Listener from "./Listener.ts"
  import { starting, unsendable } from "../dispatch/Undispatched.ts"
  const serving = Effect.gen(function* () {
    const listener = yield* Listener.make({ port: 0, host: "127.0.0.1", maxUploadBytes: 1024, trustProxy: false, starting, unsendable })
    yield* listener.serve(() => Promise.reject(new Error("a secret")))
    const response = yield* Effect.promise(() => fetch("http://127.0.0.1:" + listener.port))
    console.log(response.status, yield* Effect.promise(() => response.text()))
  })
  await Effect.runPromise(Effect.scoped(serving))
`

effect("a request before the service has started gets 503 in the form of every error", () =>
  Effect.gen(function* () {
    const { port } = yield* listening()
    yield* Effect.promise(async () => {
      const ask = async (path: string, method = "GET") => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { "x-request-id": "r-1" } })
        const { headers, status } = response
        expect([status, headers.get("retry-after"), headers.get("x-request-id")]).toEqual([503, "2", "r-1"])
        expect(headers.get("access-control-allow-origin")).toBe("*")
        return { type: headers.get("content-type"), text: await response.text() }
      }
      const { text, type } = await ask("/v1/projects")
      expect(type).toBe("application/problem+json")
      expect(JSON.parse(text)).toEqual({
        type: "urn:plinth:error:overloaded",
        title: "Overloaded",
        status: 503,
        detail: "The service is starting. Try again later.",
        instance: "/v1/projects",
        requestId: "r-1"
      })
      expect(JSON.parse((await ask("/iceberg/v1/config")).text)).toMatchObject({ error: { code: 503 } })
      expect((await ask("/v1/projects", "HEAD")).text).toBe("")
    })
  })
)

effect("a crashing handler is answered with 500, without its message or stack", () =>
  Effect.gen(function* () {
    const child = Bun.spawn([process.execPath, "-e", brokenService], { cwd: import.meta.dir, stderr: "ignore" })
    expect(yield* Effect.promise(() => new Response(child.stdout).text())).toBe("500 Something went wrong!\n")
  })
)
