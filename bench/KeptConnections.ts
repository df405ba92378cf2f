import type { Socket } from "bun"

interface Kept {
  /** The part of the expected answer that has arrived. */
  received: Buffer
  answered: ((status: number) => void) | null
  broken: (() => void) | null
}

const separator = Buffer.from("\r\n\r\n")
const nothing = Buffer.alloc(0)

/** Returns the bytes of a request on the wire, with its body as JSON. */
export const requestOf = (
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string
): Buffer => {
  const all = { host: `localhost:${port}`, ...headers, ...(body === undefined ? {} : lengthOf(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`)
}

const lengthOf = (body: string) => ({
  "content-type": "application/json",
  "content-length": String(Buffer.byteLength(body))
})

/** Returns the status of an answer if it has arrived completely, otherwise null. The answer must declare its length. */
const statusOf = (bytes: Buffer): number | null => {
  const end = bytes.indexOf(separator)
  if (end < 0) return null
  const head = bytes.toString("latin1", 0, end)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${head}`)
  return bytes.length < end + 4 + Number(length) ? null : Number(head.slice(9, 12))
}

/**
 * Sends requests over persistent connections, one after the other on each, and over a new one if none is free, so that
 * only requests are measured and not the creation of connections. (`fetch` keeps 64 connections and opens any others
 * again each time.)
 */
export const make = (port: number) => {
  const free: Array<Socket<Kept>> = []
  const all = new Set<Socket<Kept>>()
  const gone = (socket: Socket<Kept>) => {
    all.delete(socket)
    socket.data.broken?.()
  }
  const connect = (): Promise<Socket<Kept>> =>
    Bun.connect<Kept>({
      hostname: "127.0.0.1",
      port,
      data: { received: nothing, answered: null, broken: null },
      socket: {
        open: (socket) => void all.add(socket),
        data: ({ data }, bytes) => {
          data.received = data.received.length === 0 ? bytes : Buffer.concat([data.received, bytes])
          const status = statusOf(data.received)
          if (status === null) return
          data.received = nothing
          data.answered?.(status)
        },
        close: gone,
        error: gone
      }
    })
  return {
    /** Returns the status of the answer to a request. Fails if the connection breaks. */
    send: async (request: Buffer): Promise<number> => {
      let socket = free.pop()
      while (socket !== undefined && !all.has(socket)) socket = free.pop()
      const taken = socket ?? (await connect())
      const status = await new Promise<number>((resolve, reject) => {
        taken.data.answered = resolve
        taken.data.broken = () => reject(new Error("the connection broke"))
        taken.write(request)
      })
      free.push(taken)
      return status
    },
    close: () => {
      for (const socket of all) socket.end()
    }
  }
}

export type KeptConnections = ReturnType<typeof make>
