import { connect, type Socket } from "node:net"

/** The bytes that were received over a connection, parsed as an answer, and the way in which the connection ended. */
export interface RawAnswer {
  /** The status; 0 if no status line was received. */
  readonly status: number
  /** The headers, with names in lower case. */
  readonly headers: Headers
  /** The body as received; only the beginning of a long one. */
  readonly text: string
  /** Whether the other side closed the connection or reset it. */
  readonly closed: boolean
  readonly millis: number
}

/** The number of characters of an answer that are kept, which is enough for every error. */
const kept = 256 * 1024

const parse = (text: string): Pick<RawAnswer, "status" | "headers" | "text"> => {
  const end = text.indexOf("\r\n\r\n")
  const [first = "", ...lines] = text.slice(0, end < 0 ? text.length : end).split("\r\n")
  const headers = new Headers()
  for (const line of lines) {
    const at = line.indexOf(":")
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  // Bytes after the answer are another answer, which belongs to the bytes after the request.
  const length = Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY)
  const body = end < 0 ? "" : Buffer.from(text.slice(end + 4, end + 4 + length), "latin1").toString()
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0), headers, text: body }
}

/** Opens a connection to the service. Errors of the connection are ignored. */
export const open = (port: number): Socket => {
  const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true })
  socket.on("error", () => socket.destroy())
  return socket
}

/** Time without a byte after which an answer counts as complete, in milliseconds. */
const quietMillis = 500
/** Time after which the connection is half-closed, so that the server stops waiting for more. */
const finishMillis = 3000

/** Sends bytes and returns those that arrive until the other side closes, falls silent, or the timeout passes. */
export const exchange = (port: number, bytes: Uint8Array, timeoutMillis = 10_000): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    const socket = open(port)
    let text = ""
    let lastAt = startedAt
    let quiet: ReturnType<typeof setTimeout> | undefined
    const finish = setTimeout(() => socket.end(), finishMillis)
    const end = (closed: boolean) => {
      for (const timer of [quiet, finish, timeout]) clearTimeout(timer)
      socket.destroy()
      resolve({ ...parse(text), closed, millis: (text === "" ? performance.now() : lastAt) - startedAt })
    }
    const timeout = setTimeout(() => end(false), timeoutMillis)
    socket.on("connect", () => socket.write(bytes))
    socket.on("data", (chunk) => {
      lastAt = performance.now()
      if (text.length < kept) text += chunk.toString("latin1")
      clearTimeout(finish)
      clearTimeout(quiet)
      quiet = setTimeout(() => end(false), quietMillis)
    })
    socket.on("end", () => end(true))
    socket.on("close", () => end(true))
  })
