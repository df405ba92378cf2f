import * as Effect from "effect/Effect"
import type { ByteRange } from "../../ports/BlobStore.ts"
import { raw } from "../call/Call.ts"
import { parseRange } from "./ByteRange.ts"

/** A file that is sent as a whole or in part. */
interface RangedFile<E> {
  readonly mediaType: string
  /** Bytes. */
  readonly size: number
  readonly stream: (range: ByteRange) => Effect.Effect<ReadableStream<Uint8Array>, E>
}

/** Answers GET and HEAD of a file, with what the header Range asks for. */
export const rangedFile = <E>({ mediaType, size, stream }: RangedFile<E>, request: Request) =>
  Effect.gen(function* () {
    const asked = parseRange(request.headers.get("range"), size)
    const headers = {
      "accept-ranges": "bytes",
      "content-type": mediaType,
      "cache-control": "private, max-age=3600",
      "content-disposition": "attachment",
      "content-security-policy": "sandbox"
    }
    if (asked === null) {
      return raw(new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${size}` } }))
    }
    const { partial, range } = asked
    const body = request.method === "HEAD" ? null : yield* stream(range)
    return raw(
      new Response(body, {
        status: partial ? 206 : 200,
        headers: {
          ...headers,
          "content-length": String(range.end - range.start),
          ...(partial ? { "content-range": `bytes ${range.start}-${range.end - 1}/${size}` } : {})
        }
      })
    )
  })
