import { connect, createServer } from "node:net"

export interface Balancer {
  readonly url: string
  readonly stop: () => void
}

/** Passes each new connection on loopback to the next of the ports. */
export const start = async (ports: ReadonlyArray<number>): Promise<Balancer> => {
  let count = 0
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: "127.0.0.1", port: ports[count++ % ports.length]!, allowHalfOpen: true })
    client.pipe(upstream).pipe(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      one.on("error", () => other.destroy()).on("close", () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
