import { Effect, Stream } from "effect"
import { Downloads } from "../../application/Downloads.ts"
import { Uploads } from "../../application/Uploads.ts"
import { InvalidBody } from "../../domain/Errors.ts"
import type { UserId } from "../../domain/Principal.ts"
import { FilesApi } from "../api/FilesApi.ts"
import { parseRange } from "../body/ByteRange.ts"
import { bind, raw } from "../dispatch/Call.ts"

const cutShort = () => new InvalidBody({ details: "The upload was cut short; nothing of it is kept.", faults: [] })

/** Fails where fewer bytes came than were declared: a connection may end without an error. */
const whole = (request: Request): Stream.Stream<Uint8Array, InvalidBody> => {
  const body = request.body
  const declared = request.headers.get("content-length")
  if (body === null) return Stream.empty
  let size = 0
  return Stream.fromReadableStream({ evaluate: () => body, onError: cutShort }).pipe(
    Stream.tap((chunk) => Effect.sync(() => (size += chunk.length))),
    Stream.concat(
      Stream.drain(
        Stream.suspend(() => (declared !== null && size !== Number(declared) ? Stream.fail(cutShort()) : Stream.empty))
      )
    )
  )
}

export const bindings = Effect.gen(function* () {
  const uploads = yield* Uploads
  const downloads = yield* Downloads
  const issue = ({ principal }: { readonly principal: { readonly userId: UserId } }) => uploads.issue(principal.userId)

  return bind(FilesApi, {
    uploadUrl: issue,
    uploadUrlOlder: issue,
    upload: ({ path, request }) =>
      Effect.as(
        uploads.receive(path.ticket, Number(request.headers.get("content-length") ?? 0), whole(request)),
        raw(new Response(null, { status: 200 }))
      ),
    download: Effect.fn(function* ({ path, request }) {
      const file = yield* downloads.open(path.ticket, path.fileName)
      if (file.redirect !== null) return raw(new Response(null, { status: 302, headers: { location: file.redirect } }))
      const asked = parseRange(request.headers.get("range"), file.size)
      const headers = {
        "accept-ranges": "bytes",
        "content-type": file.mediaType,
        "cache-control": "private, max-age=3600",
        "content-disposition": "attachment",
        "content-security-policy": "sandbox"
      }
      if (asked === null) {
        return raw(
          new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${file.size}` } })
        )
      }
      const { partial, range } = asked
      const body = request.method === "HEAD" ? null : yield* file.stream(range)
      return raw(
        new Response(body, {
          status: partial ? 206 : 200,
          headers: {
            ...headers,
            "content-length": String(range.end - range.start),
            ...(partial ? { "content-range": `bytes ${range.start}-${range.end - 1}/${file.size}` } : {})
          }
        })
      )
    })
  })
})
