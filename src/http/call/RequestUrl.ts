import type { Client } from "./Client.ts"

/** A registered name, an IPv4 address or a bracketed IPv6 address, with or without a port (RFC 9110, section 7.2). */
const host = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::\d{0,5})?$/i

/** The base URL if the client sends no `Host`. */
const unnamed = "http://localhost"

/**
 * Returns the URL of a request, or null if its `Host` is malformed or repeated (contract section 2.5). HTTP/1.0
 * requests may omit `Host`; the parser refuses HTTP/1.1 requests without it. `scheme` replaces the scheme of the URL if
 * it is known.
 */
export const requestUrl = (request: Request, scheme: Client["scheme"] = null): URL | null => {
  const named = request.headers.get("host")
  if (named !== null && !host.test(named)) return null
  const url = URL.parse(request.url, unnamed)
  if (url !== null && scheme !== null) url.protocol = scheme
  return url
}

/** Returns the path of a request whose URL is invalid, for logs and error responses. */
export const pathOf = (request: Request): string => /^(?:[a-z]+:\/\/[^/]*)?(\/[^?#]*)/i.exec(request.url)?.[1] ?? "/"
