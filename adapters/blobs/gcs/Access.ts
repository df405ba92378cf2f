import { generateKeyPair } from "node:crypto"
import { promisify } from "node:util"
import { Storage, type StorageOptions } from "@google-cloud/storage"
import { Effect } from "effect"
import { GcsFailure } from "./Failure.ts"

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

const credentialsFailed = (cause: unknown) =>
  new GcsFailure({
    status: 0,
    reason: `no credentials: ${(cause instanceof Error ? cause.message : String(cause)).replaceAll(/\s+/g, " ").slice(0, 300)}`
  })

/**
 * The credentials that Google's client finds (a key file, workload identity, the metadata server); with an endpoint of
 * others, none. `key` signs in their place.
 */
export const make = (endpoint: string, key?: SigningKey): Effect.Effect<Access> =>
  Effect.map(
    Effect.promise(async () => key ?? (isGoogle(endpoint) ? null : await ownKey())),
    (signingKey) => {
      const options: StorageOptions = {
        apiEndpoint: endpoint,
        projectId: "unused",
        ...(signingKey === null
          ? {}
          : { credentials: { client_email: signingKey.email, private_key: signingKey.privateKey } })
      }
      const storage = new Storage(options)
      return {
        storage,
        authorization: isGoogle(endpoint)
          ? Effect.tryPromise({
              try: async () => Object.fromEntries(await storage.authClient.getRequestHeaders(endpoint)),
              catch: credentialsFailed
            })
          : Effect.succeed({})
      }
    }
  )
