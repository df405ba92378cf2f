import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose"
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
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

/** A public key on P-256 (RFC 7517, RFC 7518 section 6.2). */
const PublicPart = Schema.Struct({
  kty: Schema.Literal("EC"),
  crv: Schema.Literal("P-256"),
  x: Coordinate,
  y: Coordinate
})

/**
 * What the file holds: the names that tokens carry, the pair that signs, and the public keys of pairs that did, which
 * hold until a second since 1970. Files without `notes` were made when nobody noted how long tokens last.
 */
const Content = Schema.Struct({
  issuer: Schema.NonEmptyString,
  audience: Schema.NonEmptyString,
  key: Schema.Struct({ ...PublicPart.fields, d: Coordinate }),
  retired: Schema.optionalWith(Schema.Array(Schema.Struct({ key: PublicPart, until: Schema.Int })), { exact: true }),
  notes: Schema.optionalWith(Schema.Boolean, { exact: true })
})
type Content = typeof Content.Type

/** A key that verifies. `keyId` is the thumbprint of RFC 7638. */
interface Verifier {
  readonly keyId: string
  readonly publicKey: CryptoKey
}

/** The local issuer: the names in its tokens and its key pair for ES256. */
export interface Issuer extends Verifier {
  readonly issuer: string
  readonly audience: string
  readonly privateKey: CryptoKey
  /** Keys that signed before, and hold until then, in seconds since 1970. */
  readonly retired: ReadonlyArray<Verifier & { readonly until: number }>
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

/** What the key file of a data directory says; it is made when there is none. Fails as `issuerOf`. */
export const contentOf = (directory: string): Effect.Effect<Content, KeyFileUnusable> => {
  const path = pathIn(directory)
  return unlessUnusable(path, async () => (await readIfThere(path)) ?? (await make(directory, path))).pipe(
    Effect.flatMap((text) => parse(path, text))
  )
}

/** What is done with the key file. Fails: `KeyFileUnusable`, where the promise is rejected. */
export const unlessUnusable = <A>(path: string, work: () => Promise<A>): Effect.Effect<A, KeyFileUnusable> =>
  Effect.tryPromise({
    try: work,
    catch: (error) => new KeyFileUnusable({ path, reason: error instanceof Error ? error.message : String(error) })
  })

/** The name that tokens call a key by. */
export const keyIdOf = (key: typeof PublicPart.Type): Promise<string> => calculateJwkThumbprint(publicPart(key))

/** What of a pair everybody may know. */
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

/** Makes the file and gives what it then holds, which another process may have written. */
const make = async (directory: string, path: string) => {
  const folder = join(directory, "keys")
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (((await stat(folder)).mode & 0o077) !== 0) await chmod(folder, 0o700)
  const name = `urn:plinth:${crypto.randomUUID()}`
  const content = { issuer: name, audience: `${name}:api`, key: await freshKey(), notes: true }
  // Unlike a rename, a link never replaces: the first process wins and the others read its file.
  await put(path, content, (temporary) =>
    link(temporary, path).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error
    })
  )
  return readFile(path, "utf8")
}

/** Writes the content durably beside `path`, and has it put there. Readable by its owner alone. */
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

/** A pair that nobody had before. */
export const freshKey = async (): Promise<Content["key"]> => {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true })
  const { crv, d, kty, x, y } = await exportJWK(privateKey)
  return Schema.decodeUnknownSync(Content.fields.key)({ kty, crv, x, y, d })
}
