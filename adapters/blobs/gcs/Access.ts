import { generateKeyPair, sign } from "node:crypto"
import { promisify } from "node:util"
import { Storage } from "@google-cloud/storage"
import * as Effect from "effect/Effect"
import { failed, type GcsFailure } from "./Failure.ts"

/** The endpoint of Google's own API. */
export const googleEndpoint = "https://storage.googleapis.com"

/** A key that signs URLs, in PEM, and the email of its service account. */
export interface SigningKey {
  readonly email: string
  readonly privateKey: string
}

/** The access of this process to the bucket: its request headers and its client. */
export interface Access {
  readonly authorization: Effect.Effect<Readonly<Record<string, string>>, GcsFailure>
  /** Google's client, used to sign URLs. */
  readonly storage: Storage
}

/**
 * Returns whether the host is Google's, also a regional or private one. Others are emulators and need no credentials.
 */
const isGoogle = (endpoint: string): boolean => new URL(endpoint).hostname.endsWith(".googleapis.com")

/** Generates a signing key. Emulators do not check signatures, but a URL must have one. */
const ownKey = async (): Promise<SigningKey> => {
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" }
  })
  return { email: "nobody@plinth.invalid", privateKey }
}

/** Makes the client sign with a key. The client's own option for that is deprecated and warns on standard error. */
const signWith = ({ authClient }: Storage, { email, privateKey }: SigningKey): void => {
  authClient.getCredentials = () => Promise.resolve({ client_email: email })
  authClient.sign = (text) => Promise.resolve(sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64"))
}

/**
 * Creates the access with the credentials that Google's client finds (a key file, workload identity, the metadata
 * server); an endpoint that is not Google's gets none. `key` replaces them for signing.
 */
export const make = (endpoint: string, key?: SigningKey): Effect.Effect<Access> =>
  Effect.promise(async () => {
    const ofGoogle = isGoogle(endpoint)
    const storage = new Storage({ apiEndpoint: endpoint, projectId: "unused" })
    if (key !== undefined || !ofGoogle) signWith(storage, key ?? (await ownKey()))
    return {
      storage,
      authorization: ofGoogle
        ? Effect.tryPromise({
            try: async () => Object.fromEntries(await storage.authClient.getRequestHeaders(endpoint)),
            catch: (cause) => failed("no credentials", cause)
          })
        : Effect.succeed({})
    }
  })
