import { BlockList, isIP, isIPv6 } from "node:net"

const listOf = (ranges: string): BlockList => {
  const list = new BlockList()
  for (const range of ranges.trim().split(/\s+/)) {
    const [address = "", bits] = range.split("/")
    list.addSubnet(address, Number(bits), isIPv6(address) ? "ipv6" : "ipv4")
  }
  return list
}

/**
 * Loopback, private and shared addresses, which `WEBHOOK_PRIVATE` allows.
 */
const inside = {
  ipv4: listOf("10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16"),
  ipv6: listOf("::1/128 fc00::/7")
}

/**
 * Addresses that are never called: unspecified, link-local, multicast, reserved and broadcast ones, those of examples,
 * benchmarks and protocols (https://www.iana.org/assignments/iana-ipv4-special-registry), and services of clouds that
 * hand out credentials: Azure's wire server, and the metadata services of Alibaba, Amazon and Google that are in private ranges.
 */
const never = {
  ipv4: listOf(`0.0.0.0/8 169.254.0.0/16 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24
    203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 100.100.100.200/32 168.63.129.16/32`),
  ipv6: listOf("fd00:ec2::/32 fd20:ce::/32")
}

/** The only IPv6 addresses that are public. */
const globalUnicast = listOf("2000::/3")

/**
 * The special ones among them (https://www.iana.org/assignments/iana-ipv6-special-registry). 2002::/16 carries an IPv4
 * address, through relays that are no longer in operation.
 */
const specialUnicast = listOf("2001::/23 2001:db8::/32 2002::/16 3fff::/20")

/** Forms that contain an IPv4 address in their last 32 bits: mapped addresses, and NAT64. */
const mapped = listOf("::ffff:0:0/96")
const translated = listOf("64:ff9b::/96")

/** Returns the eight groups of an IPv6 address. */
const groupsOf = (address: string): ReadonlyArray<number> => {
  // The parser of URLs writes a trailing IPv4 address as two groups.
  const [head = "", tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::")
  const numbers = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)))
  const [first, last] = [numbers(head), numbers(tail ?? "")]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

const lastIpv4 = (address: string): string =>
  groupsOf(address)
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join(".")

/**
 * Returns whether a webhook may be sent to an IP address (contract section 15).
 *
 * @param allowsPrivate loopback and private addresses are allowed
 */
export const mayReach = (address: string, allowsPrivate: boolean): boolean => {
  switch (isIP(address)) {
    case 4:
      return !never.ipv4.check(address, "ipv4") && (allowsPrivate || !inside.ipv4.check(address, "ipv4"))
    case 6:
      return mayReachIpv6(address, allowsPrivate)
    default:
      return false
  }
}

const mayReachIpv6 = (address: string, allowsPrivate: boolean): boolean => {
  // Zones name an interface of this machine.
  if (address.includes("%") || never.ipv6.check(address, "ipv6")) return false
  if (translated.check(address, "ipv6")) return mayReach(lastIpv4(address), allowsPrivate)
  if (mapped.check(address, "ipv6")) return allowsPrivate && mayReach(lastIpv4(address), true)
  if (inside.ipv6.check(address, "ipv6")) return allowsPrivate
  return globalUnicast.check(address, "ipv6") && !specialUnicast.check(address, "ipv6")
}
