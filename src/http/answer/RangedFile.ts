import * as Effect from "effect/Effect"
import type { ByteRange } from "../../ports/BlobStore.ts"
import { raw } from "../call/Call.ts"
import { parseRange } from "./ByteRange.ts"
import { holdsTag } from "./EntityTag.ts"

/** A file that is sent as a whole or in part. */
interface RangedFile<E> {
  readonly mediaType: string
  /** Bytes. */
  readonly size: number
  /** A text that differs for other bytes under the same URL. */
  readonly tag: string
  readonly body: (range: ByteRange) => Effect.Effect<Blob | ReadableStream<Uint8Array>, E>
}

/**
 * Answers GET and HEAD of a file, with what the header Range asks for. A Range with an If-Range other than the file's
 * entity tag gives the whole file (RFC 9110, section 13.1.5).
 */
export const rangedFile = <E>({ body, mediaType, size, tag }: RangedFile<E>, { headers: sent, method }: Request) =>
  Effect.gen(function* () {
    const etag = `"${tag}"`
    const headers = {
      "accept-ranges": "bytes",
      "content-type": mediaType,
      "cache-control": "private, max-age=3600",
      "content-disposition": "attachment",
      "content-security-policy": "sandbox",
      etag
    }
    if (holdsTag(sent.get("if-none-match"), etag)) {
      return raw(new Response(null, { status: 304, headers }))
    }
    const isSame = [null, etag].includes(sent.get("if-range"))
    const asked = parseRange(isSame ? sent.get("range") : null, size)
    if (asked === null) {
      return raw(new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${size}` } }))
    }
    const { partial, range } = asked
    const content = method === "HEAD" ? null : yield* body(range)
    return raw(
      // Bun itself would cut a file by a Range that is not followed here; it does not cut streams.
      new Response(content instanceof Blob && !partial && sent.has("range") ? content.stream() : content, {
        status: partial ? 206 : 200,
        headers: {
          ...headers,
          "content-length": String(range.end - range.start),
          ...(partial ? { "content-range": `bytes ${range.start}-${range.end - 1}/${size}` } : {})
        }
      })
    )
  })
