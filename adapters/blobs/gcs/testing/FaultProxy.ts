import { connect, createServer, type Socket } from "node:net"
import { Transform, type TransformCallback } from "node:stream"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** A fault that the proxy inflicts on a request or on its answer. */
export type Fault =
  /** The request is answered with this status and never reaches the server. */
  | { readonly status: number }
  /** The connection is reset, either before the server receives the request or in place of the answer. */
  | { readonly reset: "request" | "answer" }
  /** Nothing is sent back: from the start, or after this many bytes of the body. */
  | { readonly stallAfter: number }
  /** The connection is closed normally after this many bytes of the answer's body. */
  | { readonly cutAfter: number }
  /** One bit of the byte at this position of the body is flipped. */
  | { readonly flip: "request" | "answer"; readonly at: number }

export interface FaultProxy {
  readonly endpoint: string
  /** Applies the fault to the next `times` requests whose first line matches. */
  readonly meet: (line: RegExp, fault: Fault, times?: number) => void
  /** First lines of all requests, in order. */
  readonly seen: ReadonlyArray<string>
  /** Connections that clients have open. */
  readonly open: () => number
}

const HEAD_END = "\r\n\r\n"

/** Forwards bytes and calls `change` with each piece of the body and its offset. */
const bodyOf = (change: (piece: Buffer, at: number) => Buffer | null): Transform => {
  let head: Buffer | null = Buffer.alloc(0)
  let at = 0
  return new Transform({
    transform(chunk: Buffer, _encoding: string, done: TransformCallback) {
      let body = chunk
      if (head !== null) {
        head = Buffer.concat([head, chunk])
        const end = head.indexOf(HEAD_END)
        if (end === -1) return done()
        this.push(head.subarray(0, end + HEAD_END.length))
        body = head.subarray(end + HEAD_END.length)
        head = null
      }
      const changed = change(body, at)
      at += body.length
      if (changed !== null && changed.length > 0) this.push(changed)
      done()
    }
  })
}

const flipped = (place: number) =>
  bodyOf((piece, at) => {
    if (place < at || place >= at + piece.length) return piece
    const copy = Buffer.from(piece)
    copy[place - at]! ^= 1
    return copy
  })

/** Forwards this many bytes of the body, then calls `end` once. */
const until = (limit: number, end: () => void) => {
  let ended = false
  return bodyOf((piece, at) => {
    if (ended) return null
    if (at + piece.length < limit) return piece
    ended = true
    setTimeout(end, 50)
    return piece.subarray(0, limit - at)
  })
}

/**
 * A proxy in front of the server at the endpoint, which runs until the scope closes. Each connection carries one
 * request.
 */
export const make = (server: string): Effect.Effect<FaultProxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { hostname, port } = new URL(server)
    const faults: Array<{ readonly line: RegExp; readonly fault: Fault; times: number }> = []
    const seen: Array<string> = []
    const clients = new Set<Socket>()
    const others = new Set<Socket>()

    const forward = (client: Socket, request: Buffer, fault: Fault | null) => {
      const upstream = connect(Number(port), hostname)
      others.add(upstream)
      upstream.on("close", () => others.delete(upstream)).on("error", () => client.destroy())
      client.on("close", () => upstream.destroy())
      const up =
        fault !== null && "flip" in fault && fault.flip === "request" ? flipped(fault.at) : bodyOf((piece) => piece)
      up.write(request)
      client.pipe(up).pipe(upstream)
      if (fault !== null && "reset" in fault) {
        upstream.once("data", () => client.resetAndDestroy())
        return
      }
      const down = ((): Transform => {
        if (fault !== null && "cutAfter" in fault) return until(fault.cutAfter, () => client.end())
        if (fault !== null && "stallAfter" in fault) return until(fault.stallAfter, () => {})
        if (fault !== null && "flip" in fault && fault.flip === "answer") return flipped(fault.at)
        return bodyOf((piece) => piece)
      })()
      // The answer of a stalled server has no end.
      upstream.pipe(down).pipe(client, { end: fault === null || !("stallAfter" in fault) })
    }

    const begin = (client: Socket, head: Buffer, end: number) => {
      const lines = head.subarray(0, end).toString("latin1").split("\r\n")
      const line = lines[0]!.replace(/ HTTP\/.*$/, "")
      seen.push(line)
      const met = faults.find((entry) => entry.times > 0 && entry.line.test(line))
      if (met !== undefined) met.times -= 1
      const fault = met?.fault ?? null
      if (fault !== null && "reset" in fault && fault.reset === "request") return void client.resetAndDestroy()
      if (fault !== null && "stallAfter" in fault && fault.stallAfter === 0) return void client.resume()
      if (fault !== null && "status" in fault) {
        client.resume()
        return void client.end(`HTTP/1.1 ${fault.status} Fault\r\nContent-Length: 0\r\nConnection: close${HEAD_END}`)
      }
      const single = [...lines.filter((text) => !/^connection:/i.test(text)), "Connection: close"].join("\r\n")
      forward(
        client,
        Buffer.concat([Buffer.from(single + HEAD_END, "latin1"), head.subarray(end + HEAD_END.length)]),
        fault
      )
    }

    const listener = createServer((client) => {
      clients.add(client)
      client.on("close", () => clients.delete(client)).on("error", () => {})
      let head = Buffer.alloc(0)
      const collect = (chunk: Buffer) => {
        head = Buffer.concat([head, chunk])
        const end = head.indexOf(HEAD_END)
        if (end === -1) return
        client.off("data", collect)
        client.pause()
        begin(client, head, end)
      }
      client.on("data", collect)
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void listener.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.sync(() => {
          listener.close()
          for (const socket of [...clients, ...others]) socket.destroy()
        })
    )
    const address = listener.address()
    return {
      endpoint: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
      meet: (line, fault, times = 1) => void faults.push({ line, fault, times }),
      seen,
      open: () => clients.size
    }
  })
