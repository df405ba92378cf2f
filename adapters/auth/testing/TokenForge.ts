import * as Effect from "effect/Effect"
import { calculateJwkThumbprint, exportJWK, exportSPKI, generateKeyPair } from "jose"
import { createHmac } from "node:crypto"
import { issuerOf } from "../KeyFile.ts"

type Json = { readonly [member: string]: unknown }

/** One part of a token: base64url of a JSON value, a text or bytes. */
export const part = (content: Json | string | Uint8Array) => {
  if (content instanceof Uint8Array) return Buffer.from(content).toString("base64url")
  return Buffer.from(typeof content === "string" ? content : JSON.stringify(content)).toString("base64url")
}

/** The token without the named members. */
export const without = (claims: Json, ...names: ReadonlyArray<string>): Json =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)))

/** How WebCrypto makes the signatures of the algorithms in use here (RFC 7518, sections 3.3 and 3.4). */
const signers = {
  ES256: { name: "ECDSA", hash: "SHA-256" },
  RS256: { name: "RSASSA-PKCS1-v1_5" }
}

/** The names in the tokens, and the key pair that belongs to the algorithm. */
export interface Signer {
  readonly issuer: string
  readonly audience: string
  readonly algorithm: keyof typeof signers
  readonly keyId: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

/** A signer with a new key pair, whose `keyId` is the thumbprint of RFC 7638. */
export const newSigner = async (
  names: Pick<Signer, "issuer" | "audience">,
  algorithm: Signer["algorithm"]
): Promise<Signer> => {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  return { ...names, algorithm, keyId: await calculateJwkThumbprint(await exportJWK(publicKey)), privateKey, publicKey }
}

/** The local issuer of a data directory. */
export const localSigner = async (directory: string): Promise<Signer> => ({
  ...(await Effect.runPromise(issuerOf(directory))),
  algorithm: "ES256"
})

/** Makes tokens, good and bad, for one issuer. Times are seconds since 1970. */
export interface TokenForge {
  readonly issuer: string
  readonly audience: string
  readonly algorithm: Signer["algorithm"]
  readonly keyId: string
  readonly now: () => number
  /** The header and the claims of a token that is good for an hour. */
  readonly header: Json
  readonly claims: () => Json
  /** A token with the issuer's own signature. The content is taken as it is. */
  readonly sign: (claims: Json | string | Uint8Array, header?: Json) => Promise<string>
  /** The three parts of a good token. */
  readonly parts: () => Promise<readonly [string, string, string]>
  /** Returns a token that another key has signed. */
  readonly forge: (claims: Json, header?: Json) => Promise<string>
  /** The public key of the key that signs forged tokens. */
  readonly forgerKey: Json
  /** A token with an HS256 signature. */
  readonly hmac: (secret: string | Uint8Array) => string
  /** The issuer's public key in PEM, which an attacker may know. */
  readonly publicPem: string
  readonly publicDer: Uint8Array
  readonly publicJwk: Json
}

export const make = async (
  { algorithm, audience, issuer, keyId, privateKey, publicKey }: Signer,
  now: () => number = () => Math.floor(Date.now() / 1000)
): Promise<TokenForge> => {
  const forger = await newSigner({ issuer, audience }, algorithm)
  const header = { alg: algorithm, typ: "at+jwt", kid: keyId }
  const claims = () => ({
    iss: issuer,
    aud: audience,
    sub: "mallory",
    client_id: "plinth",
    iat: now(),
    exp: now() + 3600,
    jti: crypto.randomUUID(),
    scope: "projects:read projects:write models:read models:write libraries:read libraries:write"
  })
  const signWith = async (key: CryptoKey, head: Json, content: Json | string | Uint8Array) => {
    const input = `${part(head)}.${part(content)}`
    return `${input}.${part(new Uint8Array(await crypto.subtle.sign(signers[algorithm], key, Buffer.from(input))))}`
  }
  return {
    issuer,
    audience,
    algorithm,
    keyId,
    now,
    header,
    claims,
    sign: (content, head = header) => signWith(privateKey, head, content),
    parts: async () => {
      const [head, body, signature] = (await signWith(privateKey, header, claims())).split(".")
      return [head!, body!, signature!]
    },
    forge: (content, head = header) => signWith(forger.privateKey, head, content),
    forgerKey: { ...(await exportJWK(forger.publicKey)), kid: forger.keyId },
    hmac: (secret) => {
      const input = `${part({ ...header, alg: "HS256" })}.${part(claims())}`
      return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`
    },
    publicPem: await exportSPKI(publicKey),
    publicDer: new Uint8Array(await crypto.subtle.exportKey("spki", publicKey)),
    publicJwk: { ...(await exportJWK(publicKey)) }
  }
}
