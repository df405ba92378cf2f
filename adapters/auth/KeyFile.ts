import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose"
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { codeOf } from "../blobs/Disk.ts"
import { sync } from "../blobs/Durable.ts"

/** The key file is damaged, or cannot be read or created. `path` names it. */
export class KeyFileUnusable extends Schema.TaggedError<KeyFileUnusable>()("KeyFileUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The key file ${this.path} cannot be used: ${this.reason}`
  }
}

const Coordinate = Schema.String.pipe(Schema.pattern(/^[\w-]{43}$/))

/** A public key on P-256 (RFC 7517, RFC 7518 section 6.2). */
const PublicPart = Schema.Struct({
  kty: Schema.Literal("EC"),
  crv: Schema.Literal("P-256"),
  x: Coordinate,
  y: Coordinate
})

/**
 * Content of the key file: the issuer and audience names in tokens, the key pair that signs, and the public keys of
 * former pairs, each valid until a time in seconds since 1970. Files without `notes` were created before token
 * lifetimes were recorded.
 */
const Content = Schema.Struct({
  issuer: Schema.NonEmptyString,
  audience: Schema.NonEmptyString,
  key: Schema.Struct({ ...PublicPart.fields, d: Coordinate }),
  retired: Schema.optionalWith(Schema.Array(Schema.Struct({ key: PublicPart, until: Schema.Int })), { exact: true }),
  notes: Schema.optionalWith(Schema.Boolean, { exact: true })
})
type Content = typeof Content.Type

/** A key that verifies signatures. `keyId` is its thumbprint (RFC 7638). */
interface Verifier {
  readonly keyId: string
  readonly publicKey: CryptoKey
}

/** The local issuer: the names in its tokens and its key pair for ES256. */
export interface Issuer extends Verifier {
  readonly issuer: string
  readonly audience: string
  readonly privateKey: CryptoKey
  /** Keys that signed before, each valid until `until`, in seconds since 1970. */
  readonly retired: ReadonlyArray<Verifier & { readonly until: number }>
}

/** Returns the path of the key file in a data directory. */
export const pathIn = (directory: string) => join(directory, "keys", "issuer.json")

/**
 * Returns the issuer of a data directory. Creates the key file if there is none.
 *
 * If several processes call this at once on an empty directory, all get the same issuer.
 * Only the owner can read the folder (mode 0700) and the file (0600).
 * Fails with `KeyFileUnusable` if the file is damaged, or cannot be read or created.
 */
export const issuerOf = (directory: string): Effect.Effect<Issuer, KeyFileUnusable> =>
  Effect.flatMap(contentOf(directory), (content) =>
    Effect.tryPromise({
      try: async () => ({
        issuer: content.issuer,
        audience: content.audience,
        privateKey: await importKey(content.key),
        ...(await verifier(publicPart(content.key))),
        retired: await Promise.all(
          (content.retired ?? []).map(async ({ key, until }) => ({ ...(await verifier(key)), until }))
        )
      }),
      catch: () => new KeyFileUnusable({ path: pathIn(directory), reason: "it is damaged (key is no pair on P-256)" })
    })
  )

/** Returns the content of the key file of a data directory. Creates it if there is none. Fails like `issuerOf`. */
export const contentOf = (directory: string): Effect.Effect<Content, KeyFileUnusable> => {
  const path = pathIn(directory)
  return unlessUnusable(path, async () => (await readIfThere(path)) ?? (await make(directory, path))).pipe(
    Effect.flatMap((text) => parse(path, text))
  )
}

/** Runs work on the key file. Fails with `KeyFileUnusable` if the promise rejects. */
export const unlessUnusable = <A>(path: string, work: () => Promise<A>): Effect.Effect<A, KeyFileUnusable> =>
  Effect.tryPromise({
    try: work,
    catch: (error) => new KeyFileUnusable({ path, reason: error instanceof Error ? error.message : String(error) })
  })

/** Returns the `kid` of a key in tokens: its thumbprint. */
export const keyIdOf = (key: typeof PublicPart.Type): Promise<string> => calculateJwkThumbprint(publicPart(key))

/** Returns the public part of a key pair. */
export const publicPart = ({ crv, kty, x, y }: typeof PublicPart.Type): typeof PublicPart.Type => ({ kty, crv, x, y })

const importKey = async (key: JWK): Promise<CryptoKey> => (await importJWK(key, "ES256")) as CryptoKey

const verifier = async (key: typeof PublicPart.Type): Promise<Verifier> => ({
  keyId: await keyIdOf(key),
  publicKey: await importKey(key)
})

const decode = Schema.decodeUnknownEither(Schema.parseJson(Content))

const parse = (path: string, text: string): Effect.Effect<Content, KeyFileUnusable> => {
  const content = decode(text)
  if (Either.isRight(content)) return Effect.succeed(content.right)
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(content.left)
  const place = issue === undefined || issue.path.length === 0 ? "its text" : issue.path.join(".")
  // The parser's own message would repeat the value, which may be the private key.
  return new KeyFileUnusable({ path, reason: `it is damaged (${place} is not what it must be)` })
}

const readIfThere = (path: string) =>
  readFile(path, "utf8").catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error
  })

/** Creates the file and returns its content, which another process may have written first. */
const make = async (directory: string, path: string) => {
  const folder = join(directory, "keys")
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (((await stat(folder)).mode & 0o077) !== 0) await chmod(folder, 0o700)
  const name = `urn:plinth:${crypto.randomUUID()}`
  const content = { issuer: name, audience: `${name}:api`, key: await freshKey(), notes: true }
  // Unlike a rename, a link never replaces a file: the first process wins, and the others read its file.
  await put(path, content, (temporary) =>
    link(temporary, path).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error
    })
  )
  return readFile(path, "utf8")
}

/**
 * Writes the content durably to a temporary file beside `path`, readable by its owner alone, and calls `place` to move
 * it there.
 */
export const put = async (
  path: string,
  content: Content,
  place: (temporary: string) => Promise<void> = (temporary) => rename(temporary, path)
): Promise<void> => {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`
  try {
    await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { flag: "wx", mode: 0o600, flush: true })
    await place(temporary)
  } finally {
    await rm(temporary, { force: true })
  }
  await sync(dirname(path))
}

/** Generates a new key pair. */
export const freshKey = async (): Promise<Content["key"]> => {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true })
  const { crv, d, kty, x, y } = await exportJWK(privateKey)
  return Schema.decodeUnknownSync(Content.fields.key)({ kty, crv, x, y, d })
}
