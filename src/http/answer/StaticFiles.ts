import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import * as Effect from "effect/Effect"
import { missing } from "../../domain/Missing.ts"
import { type NotFound } from "../../domain/Errors.ts"
import type { Encoding } from "../../dataframe/query/answer/QueryAnswer.ts"
import { raw, type Reply } from "../call/Call.ts"
import { acceptedIn } from "../call/ContentEncoding.ts"
import { holdsTag } from "./EntityTag.ts"

/**
 * A file held in memory, shared by all requests. Each compressed form is made once, on another thread, when it is first
 * requested.
 */
interface Kept {
  readonly bytes: Blob
  readonly mediaType: string
  readonly digest: string
  readonly packed: Map<Encoding, Promise<Blob>>
}

/** Files that are known at the start, served by name. */
export interface StaticFiles {
  /**
   * Responds with the file `name`: compressed if the client accepts that, or 304 if the client has it already (RFC
   * 9110, section 13.1.2). Fails with `NotFound` for any other name. Names are looked up in a map, so that none leads
   * to a file outside of it.
   */
  readonly answer: (name: string, request: Request) => Effect.Effect<Reply<never>, NotFound>
}

const compressible = /^text\/|json|javascript|svg|wasm/
/** Files with fewer bytes are not compressed. */
const worthIt = 1024

const gzipped = promisify(gzip)
// Each file is packed once. Level 19 is the highest whose window every client has (RFC 9659: 8 MB).
const pack: Readonly<Record<Encoding, (bytes: Blob) => Promise<Blob>>> = {
  zstd: async (bytes) => new Blob([new Uint8Array(await Bun.zstdCompress(await bytes.bytes(), { level: 19 }))]),
  gzip: async (bytes) => new Blob([new Uint8Array(await gzipped(await bytes.bytes(), { level: 9 }))])
}

const keep = async (file: Blob): Promise<Kept> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
  return { bytes: new Blob([bytes]), mediaType: file.type, digest, packed: new Map() }
}

const encodingFor = ({ bytes, mediaType }: Kept, request: Request): Encoding | null =>
  compressible.test(mediaType) && bytes.size >= worthIt
    ? acceptedIn(request.headers.get("accept-encoding") ?? "")
    : null

const bodyOf = ({ bytes, packed }: Kept, encoding: Encoding | null): Promise<Blob> => {
  if (encoding === null) return Promise.resolve(bytes)
  const known = packed.get(encoding) ?? pack[encoding](bytes)
  packed.set(encoding, known)
  // A failed compression is not cached, so the next request tries again.
  known.catch(() => packed.delete(encoding))
  return known
}

/**
 * Reads the files, each with its media type. Every response has `headers`; unless they set `Cache-Control`, clients
 * revalidate a file before each use. A file that cannot be read is a defect.
 */
export const make = (
  files: Readonly<Record<string, Blob>>,
  headers: Readonly<Record<string, string>> = {}
): Effect.Effect<StaticFiles> =>
  Effect.gen(function* () {
    const kept = new Map(
      yield* Effect.forEach(Object.entries(files), ([name, file]) =>
        Effect.promise(async () => [name, await keep(file)] as const)
      )
    )
    const answer = Effect.fnUntraced(function* (name: string, request: Request) {
      const file = kept.get(name)
      if (file === undefined) return yield* missing.path()
      const encoding = encodingFor(file, request)
      const tag = `"${file.digest}${encoding === null ? "" : `-${encoding}`}"`
      const common = {
        "cache-control": "no-cache",
        vary: "accept-encoding",
        "x-content-type-options": "nosniff",
        ...headers,
        etag: tag
      }
      if (holdsTag(request.headers.get("if-none-match"), tag))
        return raw(new Response(null, { status: 304, headers: common }))
      const body = yield* Effect.promise(() => bodyOf(file, encoding))
      return raw(
        new Response(body, {
          headers: {
            "content-type": file.mediaType,
            ...common,
            "content-length": String(body.size),
            ...(encoding === null ? {} : { "content-encoding": encoding })
          }
        })
      )
    })
    return { answer }
  })
