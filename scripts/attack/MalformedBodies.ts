import type { Random } from "../chaos/Random.ts"
import type { Malformed } from "./MalformedHeads.ts"
import type { Described } from "./OpenApiDocument.ts"

/** Ids by the name of the parameter. */
export type Ids = Readonly<Record<string, string>>

/** The material from which requests to endpoints are made. */
export interface Material {
  readonly token: string
  readonly endpoints: ReadonlyArray<Described>
  readonly own: Ids
  /** Identifiers of the bystander. */
  readonly foreign: Ids
}

/** Values that are used in place of expected ones. */
const values: ReadonlyArray<(random: Random) => unknown> = [
  () => null,
  () => true,
  () => -1,
  () => 1.5,
  () => 9_007_199_254_740_991,
  () => "",
  () => " ",
  () => "\u0000",
  () => "\ud800",
  () => "__proto__",
  () => "x".repeat(256),
  () => "x".repeat(5000),
  () => "\u00e9".repeat(100_000),
  () => [],
  () => ({}),
  () => [[]],
  () => [null],
  () => Array.from({ length: 1001 }, () => "x"),
  () => Array.from({ length: 10_001 }, (_, i) => i),
  () => Array.from({ length: 100_000 }, () => ({})),
  () => Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i])),
  () => ({ toString: 1, valueOf: {}, constructor: { prototype: {} }, hasOwnProperty: null }),
  (random) => nested(random.pick([10, 63, 64, 65]), random),
  () => ({ property: "Class", operator: "In", value: Array.from({ length: 5000 }, (_, i) => `v${i}`) }),
  () => [{ property: "\u0000", operator: "equals", value: {} }],
  () => "not a date",
  () => "00000000-0000-0000-0000-000000000000"
]

const nested = (depth: number, random: Random): unknown => {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = random.next() < 0.5 ? [value] : { a: value }
  return value
}

/** Returns the sample with one of its values replaced. */
const otherwise = (sample: unknown, random: Random): unknown => {
  if (Array.isArray(sample) && random.next() < 0.6) return sample.map((one) => otherwise(one, random))
  if (typeof sample === "object" && sample !== null && !Array.isArray(sample) && random.next() < 0.9) {
    const members: Record<string, unknown> = { ...sample }
    const name = random.pick([...Object.keys(members), "surplus"])
    members[name] = otherwise(members[name], random)
    return members
  }
  return random.pick(values)(random)
}

const mega = 1024 * 1024

/** Faults of the text of a body, by name. */
const texts: Readonly<Record<string, (json: string, random: Random) => string | Uint8Array>> = {
  "a value of another kind": (json) => json,
  "cut off": (json, random) => json.slice(0, random.between(0, json.length - 1)),
  "a comma too many": (json) => json.replace(/[}\]]$/, ",$&"),
  "single quotation marks": (json) => json.replaceAll('"', "'"),
  "two marks of order": (json) => `\ufeff\ufeff${json}`,
  "UTF-16": (json) => Buffer.from(json, "utf16le"),
  "invalid UTF-8": (json) => Buffer.concat([Buffer.from(json), Buffer.from([0xff, 0xfe, 0xc0, 0xaf])]),
  "invalid UTF-8 in a text": (json) => Buffer.from(json.replace(/"(?=[:,}])/, '\u00ff"'), "latin1"),
  "a NUL": (json) => json.replace("{", "{\u0000"),
  "a NUL escaped": (json) => json.replace(/:"/g, ':"\\u0000'),
  "lone surrogates": (json) => json.replace(/:"/g, ':"\\ud800'),
  "a member twice": (json) => json.replace(/\{("\w+":)/, "{$1null,$1"),
  "a member in two spellings": (json) =>
    json.replace(/\{"(\w+)":/, (_, name: string) => `{"${name.toUpperCase()}":1,"${name}":`),
  __proto__: (json) => json.replace("{", '{"__proto__":{"isOwner":true},'),
  "a number too large": (json) => json.replace(/:("[^"]*"|\d+)/, ":1e999"),
  "a number of 100,000 digits": (json) => json.replace(/:("[^"]*"|\d+)/, `:${"9".repeat(100_000)}`),
  "no number": (json, random) =>
    json.replace(/:("[^"]*"|\d+)/, `:${random.pick(["NaN", "Infinity", "0x10", "01", "+1", ".5", "1.", "-"])}`),
  "no object": (_, random) => random.pick(["[]", "null", "1", '"x"', "true", "[{}]", ""]),
  "white space": (json) => " \n\t".repeat(300_000) + json,
  "deep lists": (_, random) => "[".repeat(random.pick([65, 1000, 100_000, 3 * mega])),
  "deep objects": (_, random) => '{"a":'.repeat(random.pick([65, 1000, 500_000])),
  "deep lists that end": (_, random) => {
    const depth = random.pick([63, 65, 1000, 2 * mega])
    return "[".repeat(depth) + "]".repeat(depth)
  },
  "many members": (_, random) =>
    `{${Array.from({ length: random.pick([30_000, 200_000]) }, (_, i) => `"k${i}":0`).join()}}`,
  "many members of one name": () => `{${Array.from({ length: 300_000 }, () => '"a":0').join()}}`,
  "many empty members": () => `{${Array.from({ length: 300_000 }, (_, i) => `"${i}":{}`).join()}}`.slice(0, 4 * mega),
  "a long name": (json) => json.replace("{", `{"${"n".repeat(mega)}":1,`),
  "many escapes": (json) => json.replace(/:"/, `:"${"\\u0041".repeat(500_000)}`),
  "a list of lists": (json) => json.replace(/\[/, `[${"[],".repeat(mega)}`),
  "31 MB": (json) => json.replace(/\{/, `{"surplus":"${"x".repeat(31 * mega)}",`)
}

const nonsense = [
  "0",
  "-1",
  "1e3",
  "01",
  "9007199254740993",
  "99999999999999999999999999",
  "null",
  "__proto__",
  "%00",
  "%C3%A9",
  "'",
  "..%2F",
  "%",
  "a".repeat(5000),
  "00000000-0000-0000-0000-000000000000",
  "1,2",
  "%20",
  "2",
  "0$$$$$$$$$$$$$$$$$$$$$",
  "%F0%9F%92%A3"
]

const pathOf = (endpoint: Described, { foreign, own }: Material, random: Random) => {
  const which = random.next()
  // Deletions only name objects that are not the attacker's, so that the rest of the round keeps its objects.
  const isOwn = which < 0.6 && endpoint.method !== "DELETE"
  const isForeign = !isOwn && which < 0.8
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = isForeign ? foreign[name] : isOwn ? own[name] : undefined
    return id ?? random.pick(nonsense)
  })
  return { path, isForeign: isForeign && endpoint.path.includes("{projectId}") }
}

/** Returns a request to an endpoint of the document with a wrong body, id or query. */
export const malformedBody = (random: Random, material: Material): Malformed => {
  const withBody = material.endpoints.filter(({ body }) => body !== undefined)
  const endpoint = random.pick(random.next() < 0.7 ? withBody : material.endpoints)
  const { isForeign, path } = pathOf(endpoint, material, random)
  const query =
    endpoint.query.length === 0 || random.next() < 0.7 ? "" : `?${random.pick(endpoint.query)}=${random.pick(nonsense)}`
  const kind = random.pick(Object.keys(texts))
  const sample = endpoint.body ?? { surplus: 1 }
  const value = kind === "a value of another kind" || random.next() < 0.2 ? otherwise(sample, random) : sample
  const text = texts[kind]!(JSON.stringify(value), random)
  const body = typeof text === "string" ? Buffer.from(text) : text
  const isChunked = random.next() < 0.2
  const head =
    `${endpoint.method} ${path}${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${material.token}\r\n` +
    `Content-Type: application/json\r\nX-Client-Session-Id: attack\r\n` +
    (isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : `Content-Length: ${body.length}\r\n\r\n`)
  const parts = isChunked
    ? [Buffer.from(`${head}${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")]
    : [Buffer.from(head), body]
  const bytes = Buffer.concat(isChunked && body.length === 0 ? [Buffer.from(`${head}0\r\n\r\n`)] : parts)
  return { name: `${endpoint.method} ${endpoint.path}: ${kind}`, bytes, foreign: isForeign }
}
