import { createServer, type Socket } from "node:net"

/** Numbers of requests, and the highest versions that are supported. Source: Kafka protocol. */
const requests = { saslHandshake: 17, apiVersions: 18, saslAuthenticate: 36 } as const
const versions = [
  [requests.saslHandshake, 1],
  [requests.apiVersions, 1],
  [requests.saslAuthenticate, 1]
] as const
const authenticationFailed = 58

const int16 = (...numbers: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(2 * numbers.length)
  numbers.forEach((number, index) => bytes.writeInt16BE(number, 2 * index))
  return bytes
}
const int32 = (number: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(number)
  return bytes
}
const text = (value: string): Buffer => Buffer.concat([int16(value.length), Buffer.from(value)])

/** A request of a client. */
interface Asked {
  readonly kind: number
  readonly correlation: number
  readonly body: Buffer
}

/** Returns the first complete request of the bytes and the rest of them; null if none is complete yet. */
const firstOf = (bytes: Buffer): readonly [Asked, Buffer] | null => {
  const end = bytes.length < 4 ? Infinity : 4 + bytes.readInt32BE(0)
  if (bytes.length < end) return null
  const head = 14 + Math.max(0, bytes.readInt16BE(12))
  const asked = { kind: bytes.readInt16BE(4), correlation: bytes.readInt32BE(8), body: bytes.subarray(head, end) }
  return [asked, bytes.subarray(end)]
}

export interface SaslBroker {
  readonly address: string
  /** Mechanism and message of each sign-in. */
  readonly signIns: ReadonlyArray<readonly [mechanism: string, message: string]>
  /** Makes the broker refuse all further messages. */
  readonly refuse: () => void
  readonly stop: () => void
}

/** Starts a broker that can do no more than sign in clients by SASL. */
export const start = async (mechanism: string): Promise<SaslBroker> => {
  const signIns: Array<readonly [string, string]> = []
  const sockets = new Set<Socket>()
  let isRefusing = false
  const answerTo = ({ body, kind }: Asked): Buffer => {
    if (kind === requests.apiVersions) {
      const rows = versions.map(([key, highest]) => int16(key, 0, highest))
      return Buffer.concat([int16(0), int32(rows.length), ...rows, int32(0)])
    }
    if (kind === requests.saslHandshake) {
      signIns.push([body.subarray(2).toString(), ""])
      return Buffer.concat([int16(0), int32(1), text(mechanism)])
    }
    const message = body.subarray(4).toString()
    signIns.push([signIns.pop()![0], message])
    const outcome = isRefusing ? [int16(authenticationFailed), text("no such account")] : [int16(0, -1)]
    return Buffer.concat([...outcome, int32(0), Buffer.alloc(8)])
  }
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0)
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("data", (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      for (let found = firstOf(bytes); found !== null; found = firstOf(bytes)) {
        const [asked, rest] = found
        bytes = Buffer.from(rest)
        const answer = Buffer.concat([int32(asked.correlation), answerTo(asked)])
        socket.write(Buffer.concat([int32(answer.length), answer]))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as { readonly port: number }
  return {
    address: `127.0.0.1:${port}`,
    signIns,
    refuse: () => void (isRefusing = true),
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  }
}
