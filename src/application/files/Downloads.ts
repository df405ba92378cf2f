import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Forbidden, NotFound } from "../../domain/Errors.ts"
import { downloadSeconds } from "../../domain/models/Upload.ts"
import { BlobStore, type ByteRange } from "../../ports/BlobStore.ts"
import { Settings } from "../../ports/Settings.ts"
import { fn } from "../../runtime/Span.ts"
import { SharedTime } from "../common/SharedTime.ts"
import { Tickets } from "../signin/Tickets.ts"

/** Results and files on their way out, by URLs that are good for seven days. */
export class Downloads extends Effect.Service<Downloads>()("application/Downloads", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const tickets = yield* Tickets
    const { now } = yield* SharedTime
    const { publicUrl } = yield* Settings

    /** Makes URLs of blobs, for many of one moment. */
    const urls = Effect.map(now, (at) => (blob: string, fileName: string, mediaType: string) => {
      const expires = at + downloadSeconds * 1000
      const ticket = tickets.sign({ _tag: "Download", blob, fileName, mediaType, expires })
      return `${publicUrl}/v1/files/downloads/${ticket}/${fileName}`
    })

    /** A URL of the blob, good for seven days from now to the second, without authorization. */
    const url = (...named: readonly [blob: string, fileName: string, mediaType: string]) =>
      Effect.map(urls, (urlOf) => urlOf(...named))

    /**
     * What a URL of ours gives.
     *
     * Fails: `Forbidden` for a changed or expired URL; `NotFound` where the blob is gone with its project.
     */
    const open = fn("Downloads.open")(function* (ticketText: string, fileName: string) {
      const ticket = yield* tickets.open(ticketText)
      if (ticket._tag !== "Download" || ticket.fileName !== fileName) {
        return yield* new Forbidden({ details: "The URL was changed or has expired." })
      }
      const gone = () => new NotFound({ details: "The file is gone." })
      const info = yield* blobs.info(ticket.blob)
      if (Option.isNone(info)) return yield* gone()
      const direct = yield* blobs.downloadUrl(ticket.blob, 3600, ticket.mediaType)
      return {
        fileName,
        mediaType: ticket.mediaType,
        size: info.value.size,
        redirect: Option.getOrNull(direct),
        stream: (range: ByteRange) =>
          Effect.catchTag(blobs.stream(ticket.blob, range), "BlobNotFound", () => Effect.fail(gone()))
      }
    })

    return { url, urls, open }
  })
}) {}
