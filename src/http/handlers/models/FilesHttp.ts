import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Downloads } from "../../../application/files/Downloads.ts"
import { Uploads } from "../../../application/models/Uploads.ts"
import { InvalidBody, RequestTimeout } from "../../../domain/Errors.ts"
import type { UserId } from "../../../domain/Principal.ts"
import { sentenceOf } from "../../../domain/Limit.ts"
import { limits } from "../../../domain/Limits.ts"
import { FilesApi } from "../../api/models/FilesApi.ts"
import * as Arrival from "../../body/Arrival.ts"
import { BodyLimits } from "../../body/BodyLimits.ts"
import { rangedFile } from "../../answer/RangedFile.ts"
import { bind, raw } from "../../call/Call.ts"

const cutShort = () =>
  new InvalidBody({ details: "The upload ended early, so nothing of it is kept. Upload the file again.", faults: [] })
const late = () => new RequestTimeout({ details: sentenceOf(limits.uploadSeconds) })

/**
 * Returns the bytes of an upload as they arrive.
 *
 * Fails with `InvalidBody` if the size differs from `Content-Length` (a connection may end without an error), and with
 * `RequestTimeout` if the bytes arrive more slowly than `pace`.
 */
const whole = (request: Request, pace: Arrival.Pace): Stream.Stream<Uint8Array, InvalidBody | RequestTimeout> => {
  const body = request.body
  if (body === null) return Stream.empty
  const declared = request.headers.get("content-length")
  return Stream.unwrapScoped(
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => Arrival.of(body, pace)),
        ({ stop }) => Effect.sync(stop)
      ),
      ({ next }) =>
        Stream.unfoldEffect(0, (size) =>
          Effect.gen(function* () {
            const piece = yield* Effect.tryPromise({ try: next, catch: cutShort })
            if (piece === "late") return yield* late()
            if (piece !== "end") return Option.some([piece, size + piece.length] as const)
            return declared !== null && size !== Number(declared) ? yield* cutShort() : Option.none()
          })
        )
    )
  )
}

export const bindings = Effect.gen(function* () {
  const uploads = yield* Uploads
  const downloads = yield* Downloads
  const { uploadPace } = yield* BodyLimits
  const issue = ({ principal }: { readonly principal: { readonly userId: UserId } }) => uploads.issue(principal.userId)

  return bind(FilesApi, {
    uploadUrl: issue,
    uploadUrlOlder: issue,
    upload: ({ path, request }) =>
      Effect.as(
        uploads.receive(path.ticket, Number(request.headers.get("content-length") ?? 0), whole(request, uploadPace)),
        raw(new Response(null, { status: 200 }))
      ),
    download: Effect.fn(function* ({ path, request }) {
      const file = yield* downloads.open(path.ticket, path.fileName)
      // The redirect URL is signed for GET and works for no other method.
      if (file.redirect !== null && request.method === "GET")
        return raw(new Response(null, { status: 302, headers: { location: file.redirect } }))
      return yield* rangedFile(file, request)
    })
  })
})
