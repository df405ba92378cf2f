import { isIP, isIPv6 } from "node:net"

/** Where a request comes from, as far as it is known. */
export interface Client {
  readonly address: string | null
  /** Told by a trusted proxy alone. */
  readonly scheme: "http" | "https" | null
}

const ofPort = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d+)?$/
const mapped = /^::ffff:(?=\d+\.)/i

/** The address in an entry of `X-Forwarded-For`, with or without a port; null where it is none. */
const addressIn = (entry: string): string | null => {
  const { v4, v6 } = ofPort.exec(entry)?.groups ?? {}
  const address = v6 ?? v4 ?? entry
  return isIP(address) === 0 ? null : address
}

/** What the nearest proxy has put at the end of a header. */
const last = (header: string | null): string => header?.slice(header.lastIndexOf(",") + 1).trim() ?? ""

/**
 * The client behind a connection from `connected`: that itself; where a proxy is trusted, what it says in
 * `X-Forwarded-For` and `X-Forwarded-Proto` (contract section 1).
 */
export const clientOf = (headers: Headers, connected: string | null, trustProxy: boolean): Client => {
  const address = connected?.replace(mapped, "") ?? null
  if (!trustProxy) return { address, scheme: null }
  const scheme = last(headers.get("x-forwarded-proto")).toLowerCase()
  return {
    address: addressIn(last(headers.get("x-forwarded-for")))?.replace(mapped, "") ?? address,
    scheme: scheme === "http" || scheme === "https" ? scheme : null
  }
}

/** What is counted as one client: an address, or the /64 network of an IPv6 address, all of which one host may use. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const [start = "", end] = address.split("%", 1)[0]!.split("::")
  const groups = [...(start === "" ? [] : start.split(":")), ...(end === undefined ? [] : ["0", "0", "0", "0"])]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")
}
