import type { Random } from "../chaos/Random.ts"
import { chunks, fields, hosts, methods, queries, targets, versions } from "./StrangeWords.ts"

/** A request in its form on the wire. */
export interface Malformed {
  readonly name: string
  readonly bytes: Uint8Array
  /** True if the request names an object of another user, so that it must not succeed. */
  readonly foreign: boolean
}

/** The data that the requests of attackers may use. */
export interface Means {
  readonly token: string
  /** Paths with an id of an object of the attacker. */
  readonly paths: ReadonlyArray<string>
  /** Paths of a signed upload and a signed download. */
  readonly tickets: ReadonlyArray<string>
}

type Make = (random: Random, means: Means) => string

const long = (random: Random): string => "A".repeat(random.pick([300, 2000, 9000, 20_000, 100_000]))

const get = (target: string, more = "", version = "HTTP/1.1", method = "GET"): string =>
  `${method} ${target} ${version}\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`

const withToken = ({ token }: Means): string => `Authorization: Bearer ${token}\r\n`

const base64 = (text: string): string => Buffer.from(text).toString("base64url")

/** Returns the token with a defect. */
const broken = (token: string, random: Random): string => {
  const [head = "", claims = "", signature = ""] = token.split(".")
  const flipped = (part: string) => {
    const at = random.between(0, part.length - 1)
    return part.slice(0, at) + (part[at] === "A" ? "B" : "A") + part.slice(at + 1)
  }
  return random.pick([
    `${base64('{"alg":"none"}')}.${claims}.`,
    `${base64('{"alg":"HS256","kid":"../../etc/passwd"}')}.${claims}.${signature}`,
    `${base64('{"alg":"RS256","jku":"http://127.0.0.1:1/","crit":["b64"],"b64":false}')}.${claims}.${signature}`,
    `${flipped(head)}.${claims}.${signature}`,
    `${head}.${flipped(claims)}.${signature}`,
    `${head}.${claims}.${signature.slice(0, 10)}`,
    `${head}.${claims}.${"\u00e9".repeat(43)}`,
    `${head}.${base64('{"sub":"ada","exp":1e999}')}.${signature}`,
    `${head}.${base64("[".repeat(10_000))}.${signature}`,
    `${token}.${token}`,
    "..",
    ".",
    "\u00e9",
    "a".repeat(9000),
    `${token} ${token}`
  ])
}

const ticket = (path: string, random: Random): string => {
  const parts = path.split("/")
  const at = random.between(3, parts.length - 1)
  parts[at] = random.pick([
    "\u00e9".repeat(43),
    "%C3%A9".repeat(43),
    "",
    "..",
    "%00",
    "%",
    parts[at]!.slice(1),
    `${parts[at]}A`,
    parts[at]!.toUpperCase(),
    parts[at]!.replace(/\.[^.]*$/, `.${"\u00e9".repeat(43)}`),
    parts[at]!.replace(/\.[^.]*$/, `.${"%C3%A9".repeat(43)}`),
    "A".repeat(20_000),
    parts[at]!.replace(/\d/, "9")
  ])
  return parts.join("/")
}

/** Faults of a request before its body, by name. */
const heads: Readonly<Record<string, Make>> = {
  "a broken Host": (random) => `GET /healthz HTTP/1.1\r\nHost: ${random.pick(hosts)}\r\nConnection: close\r\n\r\n`,
  "a long Host": (random) => `GET /healthz HTTP/1.1\r\nHost: ${long(random)}\r\nConnection: close\r\n\r\n`,
  "no Host": (random) => `GET ${random.pick(targets)} HTTP/1.1\r\nConnection: close\r\n\r\n`,
  "HTTP/1.0": (random) => `GET ${random.pick(targets)} HTTP/1.0\r\n\r\n`,
  "two Hosts": (random) =>
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: ${random.pick(hosts)}\r\nConnection: close\r\n\r\n`,
  "another version": (random) => get("/healthz", "", random.pick(versions)),
  "another method": (random, { paths }) =>
    get(random.pick(paths), "Content-Length: 0\r\n", "HTTP/1.1", random.pick(methods)),
  "a strange target": (random, means) => get(random.pick(targets), withToken(means)),
  "a strange target and a broken Host": (random) =>
    `GET ${random.pick(targets)} HTTP/1.1\r\nHost: ${random.pick(hosts)}\r\n\r\n`,
  "a strange path below one's own": (random, means) =>
    get(random.pick(means.paths) + random.pick(targets), withToken(means)),
  "a long target": (random, means) => get(`/v1/projects/${long(random)}`, withToken(means)),
  "a strange header": (random, means) => get(random.pick(means.paths), `${withToken(means)}${random.pick(fields)}\r\n`),
  "strange headers of a POST": (random, means) =>
    `${get(random.pick(means.paths), `${withToken(means)}${random.pick(fields)}\r\nContent-Length: 2\r\n`, "HTTP/1.1", "POST")}{}`,
  "two strange headers": (random, means) =>
    get(random.pick(means.paths), `${withToken(means)}${random.pick(fields)}\r\n${random.pick(fields)}\r\n`),
  "many headers": (random) =>
    get("/healthz", Array.from({ length: random.pick([50, 100, 200, 2000]) }, (_, i) => `X-${i}: y\r\n`).join("")),
  "a long header": (random) => get("/healthz", `X: ${long(random)}\r\n`),
  "bare line feeds": (random, { paths }) =>
    get(random.pick(paths)).replaceAll("\r\n", random.pick(["\n", "\r", "\n\r", "\r\r\n"])),
  "bad chunks": (random, means) =>
    get(random.pick(means.paths), `${withToken(means)}Transfer-Encoding: chunked\r\n`, "HTTP/1.1", "POST") +
    random.pick(chunks),
  "a broken token": (random, means) =>
    get(random.pick(means.paths), `Authorization: Bearer ${broken(means.token, random)}\r\n`),
  "a strange scheme": (random, { paths, token }) =>
    get(
      random.pick(paths),
      `Authorization: ${random.pick(["Basic", "bearer", "Bearer\t", "Bearer  ", "", "Digest", "Bearer,"])} ${token}\r\n`
    ),
  "two tokens": (random, means) => get(random.pick(means.paths), withToken(means).repeat(2)),
  "a broken ticket": (random, { tickets }) => get(ticket(random.pick(tickets), random)),
  "an upload to a broken ticket": (random, { tickets }) =>
    `${get(ticket(random.pick(tickets), random), "Content-Length: 5\r\n", "HTTP/1.1", "PUT")}ISO-1`,
  "a strange query": (random, means) =>
    get(`${random.pick(means.paths)}?${random.pick(queries)(random.pick([2, 50, 1000]))}`, withToken(means)),
  noise: (random) =>
    Array.from({ length: random.between(1, 3000) }, () => String.fromCharCode(random.between(0, 255))).join(""),
  "noise after a request": (random) =>
    get("/healthz").replace("close", "keep-alive") + "\u0000\u0001\u0002".repeat(random.between(1, 1000)),
  "many requests at once": () => get("/healthz").replace("close", "keep-alive").repeat(50) + get("/healthz")
}

/** Returns a request with a malformed head. */
export const malformedHead = (random: Random, means: Means): Malformed => {
  const name = random.pick(Object.keys(heads))
  return { name, bytes: Buffer.from(heads[name]!(random, means), "latin1"), foreign: false }
}
