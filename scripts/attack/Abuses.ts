import type { Socket } from "node:net"
import type { Attacker, Target } from "./Target.ts"

const mega = 1024 * 1024

/** A connection that occupies resources of the service without ending. */
export interface Abuse {
  readonly name: string
  /** Sends the first bytes. Returns a function that sends the next piece, if more is to be sent. */
  readonly begin: (socket: Socket, attacker: Attacker, target: Target) => (() => void) | undefined | Promise<() => void>
  /** Milliseconds between two pieces. */
  readonly every?: number
  /** Whether the service must close the connection, or answer, within a timeout. */
  readonly mustEnd: boolean
  /** True for a client that never reads. */
  readonly deaf?: boolean
}

const head = (method: string, path: string, { token }: Attacker, more: string): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${more}\r\n`

const queryOf = ({ prey }: Target): string =>
  `/v1/projects/${prey.projectId}/models/${prey.modelId}/products/properties/query`

const largeQuery = (target: Target, attacker: Attacker, more = ""): string => {
  const body = JSON.stringify({ fields: target.prey.fields })
  return head("POST", `${queryOf(target)}?pageSize=5000`, attacker, `${more}Content-Length: ${body.length}\r\n`) + body
}

/** Returns the path of modifications, which takes the largest bodies. */
const modificationsOf = ({ prey }: Target): string => `/v1/projects/${prey.projectId}/models/${prey.modelId}/products`

const unfinished = (name: string, bytes: number, pathOf: (target: Target) => string): Abuse => ({
  name,
  mustEnd: false,
  begin: (socket, attacker, target) => {
    socket.write(head("POST", pathOf(target), attacker, `X-Client-Session-Id: attack\r\nContent-Length: ${bytes}\r\n`))
    socket.write(`{"surplus":"${"x".repeat(bytes - 100)}`)
    return undefined
  }
})

const crumbs = (text: string, size: number): string => {
  const parts: Array<string> = []
  for (let at = 0; at < text.length; at += size) {
    const part = text.slice(at, at + size)
    parts.push(`${part.length.toString(16)}\r\n${part}\r\n`)
  }
  return `${parts.join("")}0\r\n\r\n`
}

const inCrumbs = (name: string, bytes: number, size: number): Abuse => ({
  name,
  mustEnd: true,
  begin: (socket, attacker, target) => {
    socket.write(head("POST", queryOf(target), attacker, "Connection: close\r\nTransfer-Encoding: chunked\r\n"))
    socket.write(crumbs(`{"fields":["${"x".repeat(bytes)}"]}`, size))
    return undefined
  }
})

/** All kinds of abusive connections. */
export const abuses: ReadonlyArray<Abuse> = [
  {
    name: "a head that trickles",
    mustEnd: true,
    every: 1000,
    begin: (socket) => {
      socket.write("GET /v1/projects HTTP/1.1\r\nHost: localhost\r\n")
      return () => socket.write("X-More: 1\r\n")
    }
  },
  {
    name: "a head in bytes",
    mustEnd: true,
    every: 300,
    begin: (socket) => {
      const text = "GET /v1/projects HTTP/1.1\r\nHost: localhost\r\nX: "
      let at = 0
      return () => socket.write(text[at++] ?? "y")
    }
  },
  {
    name: "half a head",
    mustEnd: true,
    begin: (socket) => {
      socket.write("GET /v1/proj")
      return undefined
    }
  },
  { name: "silence", mustEnd: false, begin: () => undefined },
  unfinished("31 MB without an end", 31 * mega, modificationsOf),
  unfinished("31 MB without an end, again", 31 * mega, modificationsOf),
  unfinished("4 MB without an end", 4 * mega - 1, queryOf),
  unfinished("4 MB without an end, again", 4 * mega - 1, queryOf),
  unfinished("a sign-in without an end", 15_000, () => "/v1/auth/token"),
  inCrumbs("a body in crumbs", mega, 2),
  inCrumbs("a body in larger crumbs", 3 * mega, 50),
  {
    name: "a body that trickles",
    mustEnd: false,
    every: 200,
    begin: (socket, attacker, target) => {
      socket.write(head("POST", queryOf(target), attacker, "Transfer-Encoding: chunked\r\n"))
      return () => socket.write("1\r\n{\r\n")
    }
  },
  {
    name: "a large answer that nobody reads",
    mustEnd: false,
    deaf: true,
    begin: (socket, attacker, target) => {
      socket.write(largeQuery(target, attacker))
      return undefined
    }
  },
  {
    name: "large answers that nobody reads",
    mustEnd: false,
    deaf: true,
    begin: (socket, attacker, target) => {
      socket.write(largeQuery(target, attacker).repeat(20))
      return undefined
    }
  },
  {
    name: "compressed answers that nobody reads",
    mustEnd: false,
    deaf: true,
    begin: (socket, attacker, target) => {
      socket.write(largeQuery(target, attacker, "Accept-Encoding: gzip\r\n").repeat(5))
      return undefined
    }
  },
  {
    name: "lists that nobody reads",
    mustEnd: false,
    deaf: true,
    begin: (socket, attacker, { prey }) => {
      socket.write(head("GET", `/v1/projects/${prey.projectId}/customProperties`, attacker, "").repeat(20))
      return undefined
    }
  },
  {
    name: "small answers that nobody reads",
    mustEnd: false,
    deaf: true,
    begin: (socket, attacker) => {
      socket.write(head("GET", "/v1/projects", attacker, "").repeat(500))
      return undefined
    }
  },
  {
    name: "half closed after a request",
    mustEnd: true,
    begin: (socket, attacker) => {
      socket.end(head("GET", "/v1/projects", attacker, "Connection: close\r\n"))
      return undefined
    }
  },
  {
    name: "half closed within a request",
    mustEnd: true,
    begin: (socket, attacker) => {
      socket.end(head("POST", "/v1/projects", attacker, "Content-Length: 100\r\n"))
      return undefined
    }
  },
  {
    name: "half closed before a large answer",
    mustEnd: false,
    deaf: true,
    begin: (socket, attacker, target) => {
      socket.end(largeQuery(target, attacker))
      return undefined
    }
  }
]

/** This upload is separate because its timeout is longer than that of the others. */
export const tricklingUpload: Abuse = {
  name: "an upload that trickles",
  mustEnd: true,
  every: 500,
  begin: async (socket, { client }) => {
    const { json, status, text } = await client.call("GET", "/v1/files/upload-url")
    if (status !== 200) throw new Error(`upload key: ${status} ${text.slice(0, 200)}`)
    socket.write(
      `PUT ${new URL(json["uploadUrl"]!).pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${10 * mega}\r\n\r\nISO-10303-21;`
    )
    return () => socket.write("x".repeat(500))
  }
}
