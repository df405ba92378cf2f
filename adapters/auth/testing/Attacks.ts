import { CompactEncrypt, importJWK } from "jose"
import { part, type TokenForge, without } from "./TokenForge.ts"

/** A token that must be refused (or, in `accepted`, must not). Times in it count from when `make` is called. */
export interface Case {
  readonly name: string
  readonly make: (forge: TokenForge) => string | Promise<string>
  /**
   * False if no client can send the text in a header, or if a server ends the request before it looks at the header.
   */
  readonly fitsHeader?: false
}

const row = (name: string, make: Case["make"]): Case => ({ name, make })
const unsendable = (name: string, make: Case["make"]): Case => ({ name, make, fitsHeader: false })

/** Signed by the issuer, so that the claim is the only possible reason for a refusal. */
const claim = (name: string, change: (forge: TokenForge) => { readonly [member: string]: unknown }) =>
  row(name, (forge) => forge.sign({ ...forge.claims(), ...change(forge) }))
const lacking = (member: string) => row(`no ${member}`, (forge) => forge.sign(without(forge.claims(), member)))
const header = (name: string, change: { readonly [member: string]: unknown }) =>
  row(name, (forge) => forge.sign(forge.claims(), { ...forge.header, ...change }))

/** A token signed by an attacker, with a header that points to the attacker's key. */
const forged = (name: string, change: (forge: TokenForge) => { readonly [member: string]: unknown } = () => ({})) =>
  row(name, (forge) => forge.forge(forge.claims(), { ...forge.header, ...change(forge) }))

const unsigned = (name: string, change: { readonly [member: string]: unknown }) =>
  row(name, (forge) => `${part({ ...forge.header, ...change })}.${part(forge.claims())}.`)

/** A valid token whose signature was replaced. */
const signature = (name: string, change: (signature: Buffer) => Uint8Array) =>
  row(name, async (forge) => {
    const [head, body, end] = await forge.parts()
    return `${head}.${body}.${part(change(Buffer.from(end, "base64url")))}`
  })

const resealed = (name: string, change: (parts: readonly [string, string, string], forge: TokenForge) => string) =>
  row(name, async (forge) => change(await forge.parts(), forge))

/** The order of the group on P-256 (SEC 2, section 2.4.2). */
const order = Buffer.from("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", "hex")

/** An integer of DER, from 32 bytes. */
const derInteger = (bytes: Uint8Array) => Buffer.concat([Buffer.from([2, 33, 0]), bytes])

const base64urlCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

const algorithms: ReadonlyArray<Case> = [
  unsigned("alg none", { alg: "none" }),
  unsigned("alg nOnE", { alg: "nOnE" }),
  unsigned("alg absent, no signature", { alg: undefined }),
  unsigned("our alg, no signature", {}),
  header("alg none over a true signature", { alg: "none" }),
  header("alg absent over a true signature", { alg: undefined }),
  row("alg in lower case", (f) => f.sign(f.claims(), { ...f.header, alg: f.algorithm.toLowerCase() })),
  row("alg as a list", (f) => f.sign(f.claims(), { ...f.header, alg: [f.algorithm] })),
  ...["ES384", "RS384", "PS256", "EdDSA"].map((alg) => header(`alg ${alg} over a signature of ours`, { alg })),
  row("HS256 with the public key as PEM", (forge) => forge.hmac(forge.publicPem)),
  row("HS256 with the public key as trimmed PEM", (forge) => forge.hmac(forge.publicPem.trim())),
  row("HS256 with the public key as DER", (forge) => forge.hmac(forge.publicDer)),
  row("HS256 with the public key as JWK", (forge) => forge.hmac(JSON.stringify(forge.publicJwk))),
  row("HS256 with a number of the public key", (forge) =>
    forge.hmac(Buffer.from(String(forge.publicJwk["x"] ?? forge.publicJwk["n"]), "base64url"))
  ),
  row("HS256 with an empty secret", (forge) => forge.hmac(""))
]

const keys: ReadonlyArray<Case> = [
  forged("another key under our kid"),
  forged("another key without kid", () => ({ kid: undefined })),
  forged("another key, embedded as jwk", ({ forgerKey }) => ({ jwk: forgerKey, kid: forgerKey["kid"] })),
  forged("another key, embedded as jwk under our kid", ({ forgerKey }) => ({ jwk: forgerKey })),
  forged("another key behind jku", () => ({ jku: "https://attacker.example/jwks.json" })),
  forged("another key behind x5u", () => ({ x5u: "file:///etc/ssl/cert.pem" })),
  forged("another key in x5c", ({ forgerKey }) => ({
    x5c: [Buffer.from(JSON.stringify(forgerKey)).toString("base64")]
  })),
  forged("kid is a path", () => ({ kid: "../../../../dev/null" })),
  forged("kid is SQL", () => ({ kid: "' UNION SELECT 'secret' --" })),
  forged("kid of 10 KB", () => ({ kid: "k".repeat(10_240) })),
  forged("kid of another issuer", ({ forgerKey }) => ({ kid: forgerKey["kid"] })),
  forged("kid is an object", () => ({ kid: { toString: "x" } })),
  header("our key under an unknown kid", { kid: "unknown" }),
  row("all of another tenant", (forge) =>
    forge.forge(
      { ...forge.claims(), iss: "urn:plinth:other", aud: "urn:plinth:other:api" },
      { ...forge.header, kid: forge.forgerKey["kid"] }
    )
  )
]

const headers: ReadonlyArray<Case> = [
  header("typ JWT", { typ: "JWT" }),
  header("typ absent", { typ: undefined }),
  header("typ dpop+jwt", { typ: "dpop+jwt" }),
  header("typ a number", { typ: 1 }),
  header("crit with an unknown extension", { crit: ["https://attacker.example/x"], "https://attacker.example/x": 1 }),
  header("crit names a member that is not there", { crit: ["exp"] }),
  header("crit empty", { crit: [] }),
  header("b64 false, critical", { b64: false, crit: ["b64"] }),
  header("b64 true, critical", { b64: true, crit: ["b64"] }),
  header("b64 false, not critical", { b64: false }),
  resealed("b64 false over bare JSON", ([, , end], forge) =>
    [part({ ...forge.header, b64: false, crit: ["b64"] }), JSON.stringify(forge.claims()), end].join(".")
  )
]

const claims: ReadonlyArray<Case> = [
  ...["iss", "aud", "exp", "iat", "sub", "jti", "client_id"].map(lacking),
  claim("iss of another", () => ({ iss: "urn:plinth:other" })),
  claim("iss with a slash at its end", ({ issuer }) => ({ iss: `${issuer}/` })),
  claim("iss in capitals", ({ issuer }) => ({ iss: issuer.toUpperCase() })),
  claim("iss as a list", ({ issuer }) => ({ iss: [issuer] })),
  claim("aud of another", () => ({ aud: "urn:plinth:other:api" })),
  claim("aud is the issuer", ({ issuer }) => ({ aud: issuer })),
  claim("aud a list without us", () => ({ aud: ["urn:a", "urn:b"] })),
  claim("aud an empty list", () => ({ aud: [] })),
  claim("aud a list in a list", ({ audience }) => ({ aud: [[audience]] })),
  claim("aud an object", ({ audience }) => ({ aud: { [audience]: true, includes: true } })),
  claim("exp an hour past", ({ now }) => ({ exp: now() - 3600 })),
  claim("exp 5 s past", ({ now }) => ({ exp: now() - 5 })),
  claim("exp a text", ({ now }) => ({ exp: String(now() + 3600) })),
  claim("exp 10^20", () => ({ exp: 1e20 })),
  row("exp 1e999", (f) => f.sign(JSON.stringify({ ...f.claims(), exp: 0 }).replace('"exp":0', '"exp":1e999'))),
  claim("exp negative", () => ({ exp: -1 })),
  claim("exp null", () => ({ exp: null })),
  claim("nbf in the future", ({ now }) => ({ nbf: now() + 60 })),
  claim("nbf a text", () => ({ nbf: "0" })),
  claim("iat an hour in the future", ({ now }) => ({ iat: now() + 3600, exp: now() + 7200 })),
  claim("iat a text", ({ now }) => ({ iat: String(now()) })),
  claim("sub empty", () => ({ sub: "" })),
  claim("sub a number", () => ({ sub: 1 })),
  claim("sub a list", () => ({ sub: ["ada"] })),
  claim("sub of 256 characters", () => ({ sub: "a".repeat(256) })),
  claim("sub with NUL", () => ({ sub: "ada\0" })),
  claim("sub with a lone surrogate", () => ({ sub: "ada\ud800" })),
  row("sub in __proto__", (f) =>
    f.sign(`{"__proto__":{"sub":"ada"},${JSON.stringify(without(f.claims(), "sub")).slice(1)}`)
  ),
  claim("jti a number", () => ({ jti: 7 })),
  claim("client_id empty", () => ({ client_id: "" })),
  claim("bound to a DPoP key", () => ({ cnf: { jkt: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" } })),
  claim("bound to a certificate", () => ({ cnf: { "x5t#S256": "A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0" } })),
  claim("scope an object", () => ({ scope: { "models:read": true } })),
  claim("scp a number", () => ({ scope: undefined, scp: 1 })),
  row("claims are a list", (forge) => forge.sign("[]")),
  row("claims are null", (forge) => forge.sign("null")),
  row("claims are no JSON", (forge) => forge.sign("{")),
  row("claims are not UTF-8", (forge) => forge.sign(Buffer.from('{"sub":"\xff"}', "latin1"))),
  row("claims nest 5,000 deep", (forge) => forge.sign("[".repeat(5000))),
  row("claims are a token", async (forge) =>
    forge.sign(await forge.sign(forge.claims()), { ...forge.header, cty: "JWT" })
  )
]

const signatures: ReadonlyArray<Case> = [
  signature("signature of zeros (r = s = 0)", () => new Uint8Array(64)),
  signature("signature of r = s = the order", () => Buffer.concat([order, order])),
  signature("signature with s = 0", (bytes) => Buffer.concat([bytes.subarray(0, 32), new Uint8Array(32)])),
  signature("signature cut short", (bytes) => bytes.subarray(0, 63)),
  signature("signature too long", (bytes) => Buffer.concat([bytes, Buffer.from([0])])),
  signature("signature with a bit changed", (bytes) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))),
  signature("signature with r and s swapped", (bytes) => Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)])),
  signature("signature in DER", (bytes) =>
    Buffer.concat([Buffer.from([48, 70]), derInteger(bytes.subarray(0, 32)), derInteger(bytes.subarray(32))])
  ),
  resealed("signature whose last character has spare bits", ([head, body, end]) => {
    const last = base64urlCharacters[base64urlCharacters.indexOf(end.at(-1)!) + 1]!
    return `${head}.${body}.${end.slice(0, -1)}${last}`
  }),
  resealed("signature with padding", (parts) => `${parts.join(".")}==`),
  resealed("claims of another under a true signature", ([head, , end], forge) =>
    [head, part({ ...forge.claims(), sub: "ada" }), end].join(".")
  ),
  resealed("header of another over a true signature", ([, body, end], forge) =>
    [part({ ...forge.header, typ: "application/at+jwt" }), body, end].join(".")
  )
]

const forms: ReadonlyArray<Case> = [
  row("JWE to our public key", async (forge) => {
    const alg = forge.algorithm === "ES256" ? "ECDH-ES" : "RSA-OAEP"
    return new CompactEncrypt(Buffer.from(JSON.stringify(forge.claims())))
      .setProtectedHeader({ alg, enc: "A128GCM", typ: "at+jwt" })
      .encrypt(await importJWK(forge.publicJwk, alg))
  }),
  resealed("JSON serialization", ([head, body, end]) =>
    JSON.stringify({ protected: head, payload: body, signature: end })
  ),
  row("no token at all", () => ""),
  row("one word", () => "token"),
  row("three dots", () => "..."),
  row("two dots", () => ".."),
  resealed("a fourth part", (parts) => `${parts.join(".")}.x`),
  resealed("no header", ([, body, end]) => `.${body}.${end}`),
  resealed("no claims", ([head, , end]) => `${head}..${end}`),
  resealed("the same signature alone", ([, , end]) => end),
  resealed("characters that are not base64url", ([head, body, end]) => `${head}.${body}+/.${end}`),
  resealed("a space within", ([head, body, end]) => `${head}.${body} .${end}`),
  resealed("header is no JSON", ([, body, end]) => `${part("at+jwt")}.${body}.${end}`),
  resealed("header nests 5,000 deep", ([, body, end]) => `${part("[".repeat(5000))}.${body}.${end}`),
  unsendable("NUL at the end", async (forge) => `${(await forge.parts()).join(".")}\0`),
  unsendable("a line break at the end", async (forge) => `${(await forge.parts()).join(".")}\n`),
  unsendable("letters outside ASCII", async (forge) => `é${(await forge.parts()).join(".")}`),
  unsendable("1 MB of a letter", () => "a".repeat(1_048_576)),
  unsendable("1 MB of dots", () => ".".repeat(1_048_576)),
  unsendable("over 16 KB, else right", (forge) => forge.sign({ ...forge.claims(), note: "n".repeat(16_384) }))
]

/** Tokens that every authenticator must refuse, made with all the knowledge that an attacker may have, and more. */
export const attacks: ReadonlyArray<Case> = [...algorithms, ...keys, ...headers, ...claims, ...signatures, ...forms]

/** Tokens that look odd and must be accepted, each with the scope `models:read`. */
export const accepted: ReadonlyArray<Case> = [
  row("fresh", (forge) => forge.sign(forge.claims())),
  header("without kid", { kid: undefined }),
  header("typ application/at+jwt", { typ: "application/at+jwt" }),
  header("typ in other capitals", { typ: "AT+JWT" }),
  header("typ in full, in other capitals", { typ: "Application/AT+JWT" }),
  claim("aud a list with us", ({ audience }) => ({ aud: ["urn:other", audience] })),
  claim("exp 1 s past", ({ now }) => ({ exp: now() - 1 })),
  claim("exp with a fraction", ({ now }) => ({ exp: now() + 60.5 })),
  claim("iat and nbf 3 s in the future", ({ now }) => ({ iat: now() + 3, nbf: now() + 3 })),
  claim("scp a list", () => ({ scope: undefined, scp: ["models:read"] })),
  claim("scp a text", () => ({ scope: undefined, scp: "models:read" })),
  claim("scope with unknown names", () => ({ scope: "openid  models:read models:fly" })),
  claim("name of another type", () => ({ name: 7 })),
  claim("unknown claims", () => ({ roles: ["admin"], act: { sub: "ada" } }))
]
