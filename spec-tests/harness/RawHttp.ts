import { connect } from "node:net"

/** The bytes that arrived on a connection, and how it ended. */
export interface RawAnswer {
  /** The status; 0 if no status line arrived. */
  readonly status: number
  readonly text: string
  /** The other side closed the connection, or reset it. */
  readonly closed: boolean
}

const statusOf = (text: string): number => Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0)

/** The number of bytes of an answer that are kept, which suffices for every error body. */
const kept = 256 * 1024

/**
 * Sends bytes as they are and returns the bytes that arrive until the other side closes, or none arrive for
 * `quietMillis` after the first byte, or `timeoutMillis` have passed.
 */
export const exchange = (
  to: { readonly host: string; readonly port: number },
  bytes: string | Uint8Array,
  { timeoutMillis = 5000, quietMillis = 30 } = {}
): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const socket = connect(to)
    let text = ""
    let quiet: ReturnType<typeof setTimeout> | undefined
    const end = (closed: boolean) => {
      clearTimeout(quiet)
      clearTimeout(timeout)
      socket.destroy()
      resolve({ status: statusOf(text), text, closed })
    }
    const timeout = setTimeout(() => end(false), timeoutMillis)
    socket.on("connect", () => socket.write(bytes))
    socket.on("data", (chunk) => {
      if (text.length < kept) text += chunk.toString("latin1")
      clearTimeout(quiet)
      quiet = setTimeout(() => end(false), quietMillis)
    })
    socket.on("close", () => end(true))
    socket.on("error", () => end(true))
  })
