import { Effect } from "effect"
import { BodyTooLarge, InvalidBody, UnsupportedMediaType } from "../../domain/Errors.ts"
import { fn } from "../../runtime/Span.ts"

/** Largest JSON body (contract section 2.5). Files go elsewhere. */
const maxBytes = 32 * 1024 * 1024

const tooLarge = () => new BodyTooLarge({ details: `The body is larger than ${maxBytes} bytes.` })

const mediaTypeFault = (headers: Headers): string | null => {
  const encoding = headers.get("content-encoding")
  if (encoding !== null && encoding.trim().toLowerCase() !== "identity") return "Content-Encoding is not supported."
  const type = headers.get("content-type")
  if (type === null) return null
  const [essence, ...parameters] = type.split(";").map((part) => part.trim().toLowerCase())
  if (essence !== "application/json") return "The media type must be application/json."
  const charset = parameters
    .find((part) => part.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "")
  return charset === undefined || charset === "utf-8" ? null : "The charset must be utf-8."
}

const collect = async (body: ReadableStream<Uint8Array>): Promise<Uint8Array | "too large"> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined)
      return "too large"
    }
    chunks.push(value)
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

/**
 * The bytes of a JSON body, counted while they arrive.
 *
 * Fails: `UnsupportedMediaType` for another media type, charset or any encoding; `BodyTooLarge` past 32 MiB;
 * `InvalidBody` where the client broke off.
 */
export const read = fn("RequestBody.read")(function* (request: Request) {
  const wrong = mediaTypeFault(request.headers)
  if (wrong !== null) return yield* new UnsupportedMediaType({ details: wrong })
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return yield* tooLarge()
  const body = request.body
  if (body === null) return new Uint8Array(0)
  const bytes = yield* Effect.tryPromise({
    try: () => collect(body),
    catch: () => new InvalidBody({ details: "The body was cut short.", faults: [] })
  })
  return bytes === "too large" ? yield* tooLarge() : bytes
})
