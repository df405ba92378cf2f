import { isIP } from "node:net"

/** The origin of a request, as far as it is known. */
export interface Client {
  readonly address: string | null
  /** The scheme that a trusted proxy reports; otherwise null. */
  readonly scheme: "http" | "https" | null
}

const ofPort = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d+)?$/
const mapped = /^::ffff:(?=\d+\.)/i

/** Returns the address in an entry of `X-Forwarded-For`, with or without a port, or null if it is not an address. */
const addressIn = (entry: string): string | null => {
  const { v4, v6 } = ofPort.exec(entry)?.groups ?? {}
  const address = v6 ?? v4 ?? entry
  return isIP(address) === 0 ? null : address
}

/** Returns the last entry of a header, which the nearest proxy has added. */
const last = (header: string | null): string => header?.slice(header.lastIndexOf(",") + 1).trim() ?? ""

/**
 * Returns the client of a connection from the address `connected`. If a proxy is trusted, the client is what the proxy
 * reports in `X-Forwarded-For` and `X-Forwarded-Proto` (contract section 1).
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

/**
 * Returns the key by which clients are counted: the address, or for IPv6 its /64 network, which one host may use whole.
 */
export const networkOf = (address: string): string => {
  // An address is valid, so a colon tells IPv6 from IPv4 and from an unknown address.
  if (!address.includes(":")) return address
  const [start = "", end] = address.split("%", 1)[0]!.split("::")
  const groups = [...(start === "" ? [] : start.split(":")), ...(end === undefined ? [] : ["0", "0", "0", "0"])]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")
}
