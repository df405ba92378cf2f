import { generateKeyPair, sign } from "node:crypto"
import { promisify } from "node:util"
import { Storage } from "@google-cloud/storage"
import * as Effect from "effect/Effect"
import { failed, type GcsFailure } from "./Failure.ts"

/** Where Google's own API is asked. */
export const googleEndpoint = "https://storage.googleapis.com"

/** A key that signs URLs, in PEM, and the name of the service account that it is of. */
export interface SigningKey {
  readonly email: string
  readonly privateKey: string
}

/** What lets this process into the bucket. */
export interface Access {
  readonly authorization: Effect.Effect<Readonly<Record<string, string>>, GcsFailure>
  /** Google's client, for what it signs. */
  readonly storage: Storage
}

/** Hosts of Google, regional and private ones too; others are emulators, which ask for no credentials. */
const isGoogle = (endpoint: string): boolean => new URL(endpoint).hostname.endsWith(".googleapis.com")

/** A key that nobody else knows: emulators look at no signature, but a URL must have one. */
const ownKey = async (): Promise<SigningKey> => {
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" }
  })
  return { email: "nobody@plinth.invalid", privateKey }
}

/** Has the client sign with a key: its own option for that is deprecated, and says so on standard error. */
const signWith = ({ authClient }: Storage, { email, privateKey }: SigningKey): void => {
  authClient.getCredentials = () => Promise.resolve({ client_email: email })
  authClient.sign = (text) => Promise.resolve(sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64"))
}

/**
 * The credentials that Google's client finds (a key file, workload identity, the metadata server); with an endpoint of
 * others, none. `key` signs in their place.
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
