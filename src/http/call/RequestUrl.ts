import type { Client } from "./Client.ts"

/** A registered name, an IPv4 address or a bracketed IPv6 address, with or without a port (RFC 9110, section 7.2). */
const host = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::\d{0,5})?$/i

/** Stands where the client names no host. */
const unnamed = "http://localhost"

/**
 * The URL of a request; null where its `Host` is broken or stands twice (contract section 2.5). HTTP/1.0 may have none:
 * the parser refuses HTTP/1.1 without. `scheme` stands in it where one is known.
 */
export const requestUrl = (request: Request, scheme: Client["scheme"] = null): URL | null => {
  const named = request.headers.get("host")
  if (named !== null && !host.test(named)) return null
  const url = URL.parse(request.url, unnamed)
  if (url !== null && scheme !== null) url.protocol = scheme
  return url
}

/** The path of a request whose URL is none, for what is told of it. */
export const pathOf = (request: Request): string => /^(?:[a-z]+:\/\/[^/]*)?(\/[^?#]*)/i.exec(request.url)?.[1] ?? "/"
