import { isIP } from "node:net"
import { TargetRefused } from "../Errors.ts"
import { mayReach } from "./TargetAddress.ts"

/** The address that a webhook is sent to. */
export interface Target {
  readonly url: URL
  /** The IP address in the URL, or null if the URL has a name that must be resolved. */
  readonly literal: string | null
  /** The host without the brackets of an IPv6 address. */
  readonly host: string
}

/** The name of all refused addresses, so that nobody learns more about the network of the service. */
export const refusedAddress = "The address of the URL is not one that webhooks may reach."

/**
 * Returns the target of a URL, or why it is refused without being resolved. The parser of URLs writes octal, decimal
 * and shortened IPv4 addresses in the usual form, so the check covers every spelling of an address.
 */
export const targetOf = (text: string, allowsPrivate: boolean): Target | TargetRefused => {
  const refused = (details: string) => new TargetRefused({ details })
  const url = new URL(text)
  if (url.protocol !== "https:" && !(allowsPrivate && url.protocol === "http:")) {
    return refused(`The URL of a webhook begins with ${allowsPrivate ? "https:// or http://" : "https://"}.`)
  }
  if (url.username !== "" || url.password !== "") {
    return refused("The URL of a webhook has no user and no password, because lists show it.")
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  const literal = isIP(host) === 0 ? null : host
  return literal !== null && !mayReach(literal, allowsPrivate) ? refused(refusedAddress) : { url, literal, host }
}
