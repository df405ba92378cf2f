import type { Socket } from "bun"
import { requestOf } from "./KeptConnections.ts"

/** The results of a load: requests that were answered, seconds, and latencies in milliseconds. */
export interface Load {
  readonly requests: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
}

interface Connection {
  received: number
  startedAt: number
}

const separator = Buffer.from("\r\n\r\n")

/** Returns the length of a whole answer, given its first bytes. The answer must declare its length. */
const answerLength = (bytes: Buffer): number => {
  const end = bytes.indexOf(separator)
  const head = bytes.subarray(0, end).toString("latin1")
  if (!head.startsWith("HTTP/1.1 200")) throw new Error(head.split("\r\n", 1)[0])
  return end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
}

/**
 * Sends one request over and over on `connections` sockets that stay open, each waiting for its answer, for `seconds`.
 * It counts bytes and parses only the first answer, so that the client costs little beside the server.
 */
export const load = async (
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  connections: number,
  seconds: number
): Promise<Load> => {
  const request = requestOf(port, "GET", path, headers)
  const latencies: Array<number> = []
  let length = 0
  let over = false
  const send = (socket: Socket<Connection>): void => {
    socket.data.received = 0
    socket.data.startedAt = performance.now()
    socket.write(request)
  }
  const sockets = await Promise.all(
    Array.from({ length: connections }, () =>
      Bun.connect<Connection>({
        hostname: "127.0.0.1",
        port,
        data: { received: 0, startedAt: 0 },
        socket: {
          open: send,
          data: (socket, bytes) => {
            if (length === 0) length = answerLength(bytes)
            socket.data.received += bytes.length
            if (socket.data.received < length) return
            latencies.push(performance.now() - socket.data.startedAt)
            if (!over) send(socket)
          }
        }
      })
    )
  )
  const startedAt = performance.now()
  await Bun.sleep(seconds * 1000)
  over = true
  const elapsed = (performance.now() - startedAt) / 1000
  const requests = latencies.length
  for (const socket of sockets) socket.end()
  latencies.sort((a, b) => a - b)
  const at = (quantile: number): number => latencies[Math.floor(requests * quantile)] ?? 0
  return { requests, seconds: elapsed, p50: at(0.5), p99: at(0.99) }
}
