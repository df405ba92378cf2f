import { connect, createServer, type Socket } from "node:net"

/** A proxy between the service and a server, with which tests break connections. */
export interface CutProxy {
  readonly port: number
  /** Ends every connection that is open. */
  readonly cut: () => void
  /** Drops all bytes in both directions from now on, without closing connections. */
  readonly swallow: (isSwallowing: boolean) => void
  /** Whether connections are accepted. */
  readonly refuse: (isRefusing: boolean) => void
  /** Connects all later clients to another port of the host. */
  readonly leadTo: (port: number) => void
  /** Forwards a message that begins with a text to the server, and cuts the connection before the answer. */
  readonly cutAfter: (text: string) => void
  readonly close: () => void
}

/** A proxy on a free port of loopback, before the server of an address. */
export const make = async (host: string, port: number): Promise<CutProxy> => {
  const pairs = new Set<readonly [Socket, Socket]>()
  let swallowing = false
  let refusing = false
  let last: string | null = null
  let target = port

  const server = createServer((client) => {
    if (refusing) return void client.destroy()
    const upstream = connect({ host, port: target })
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    let isMute = false
    client.on("data", (bytes) => {
      if (swallowing) return
      if (last !== null && bytes.includes(last)) {
        last = null
        isMute = true
        setTimeout(end, 100)
      }
      upstream.write(bytes)
    })
    upstream.on("data", (bytes) => {
      if (!swallowing && !isMute) client.write(bytes)
    })
    for (const socket of pair) socket.on("error", end).on("close", end)
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cut,
    swallow: (is) => (swallowing = is),
    refuse: (is) => (refusing = is),
    leadTo: (other) => (target = other),
    cutAfter: (text) => (last = text),
    close: () => {
      cut()
      server.close()
    }
  }
}
