import { Effect, Either, ParseResult, Schema } from "effect"
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from "jose"
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { codeOf } from "../blobs/Disk.ts"
import { sync } from "../blobs/Durable.ts"

/** The key file is damaged, or can be neither read nor made. `path` names it. */
export class KeyFileUnusable extends Schema.TaggedError<KeyFileUnusable>()("KeyFileUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The key file ${this.path} cannot be used: ${this.reason}`
  }
}

const Coordinate = Schema.String.pipe(Schema.pattern(/^[\w-]{43}$/))

/** What the file holds: the names that tokens carry, and a private key on P-256 (RFC 7517, RFC 7518 section 6.2). */
const Content = Schema.parseJson(
  Schema.Struct({
    issuer: Schema.NonEmptyString,
    audience: Schema.NonEmptyString,
    key: Schema.Struct({
      kty: Schema.Literal("EC"),
      crv: Schema.Literal("P-256"),
      x: Coordinate,
      y: Coordinate,
      d: Coordinate
    })
  })
)

/** The local issuer: the names in its tokens and its key pair for ES256. `keyId` is the thumbprint of RFC 7638. */
export interface Issuer {
  readonly issuer: string
  readonly audience: string
  readonly keyId: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

/** Where the key file of a data directory lies. */
export const pathIn = (directory: string) => join(directory, "keys", "issuer.json")

/**
 * The issuer of a data directory; its key file is made when there is none.
 *
 * However many processes call this at once on an empty directory, all get the same issuer.
 * The folder is readable by its owner alone (0700), and so is the file (0600).
 * Fails: `KeyFileUnusable` when the file is damaged, or cannot be read or made.
 */
export const issuerOf = (directory: string): Effect.Effect<Issuer, KeyFileUnusable> => {
  const path = pathIn(directory)
  return Effect.tryPromise({
    try: async () => (await readIfThere(path)) ?? (await make(directory, path)),
    catch: (error) => new KeyFileUnusable({ path, reason: error instanceof Error ? error.message : String(error) })
  }).pipe(Effect.flatMap((text) => parse(path, text)))
}

const parse = (path: string, text: string): Effect.Effect<Issuer, KeyFileUnusable> =>
  Effect.gen(function* () {
    const content = Schema.decodeUnknownEither(Content)(text)
    if (Either.isLeft(content)) {
      const [issue] = ParseResult.ArrayFormatter.formatErrorSync(content.left)
      const place = issue === undefined || issue.path.length === 0 ? "its text" : issue.path.join(".")
      // The parser's own message would repeat the value, which may be the private key.
      return yield* new KeyFileUnusable({ path, reason: `it is damaged (${place} is not what it must be)` })
    }
    const { issuer, audience, key } = content.right
    const { d: _, ...publicPart } = key
    return yield* Effect.tryPromise({
      try: async () => ({
        issuer,
        audience,
        keyId: await calculateJwkThumbprint(publicPart),
        privateKey: await importJWK(key, "ES256"),
        publicKey: await importJWK(publicPart, "ES256")
      }),
      catch: () => new KeyFileUnusable({ path, reason: "it is damaged (key is no pair on P-256)" })
    })
  })

const readIfThere = (path: string) =>
  readFile(path, "utf8").catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error
  })

/** Makes the file and gives what it then holds, which another process may have written. */
const make = async (directory: string, path: string) => {
  const folder = join(directory, "keys")
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (((await stat(folder)).mode & 0o077) !== 0) await chmod(folder, 0o700)
  const temporary = `${path}.${crypto.randomUUID()}.tmp`
  try {
    await writeFile(temporary, await freshContent(), { flag: "wx", mode: 0o600, flush: true })
    // Unlike a rename, a link never replaces: the first process wins and the others read its file.
    await link(temporary, path).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error
    })
  } finally {
    await rm(temporary, { force: true })
  }
  await sync(folder)
  return readFile(path, "utf8")
}

const freshContent = async () => {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true })
  const { kty, crv, x, y, d } = await exportJWK(privateKey)
  const name = `urn:plinth:${crypto.randomUUID()}`
  return `${JSON.stringify({ issuer: name, audience: `${name}:api`, key: { kty, crv, x, y, d } }, null, 2)}\n`
}
