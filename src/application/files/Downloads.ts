import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Forbidden, NotFound } from "../../domain/Errors.ts"
import { downloadSeconds } from "../../domain/models/Upload.ts"
import { BlobStore, type ByteRange, tagOf } from "../../ports/BlobStore.ts"
import { Settings } from "../../ports/Settings.ts"
import { fn } from "../../runtime/Span.ts"
import { SharedTime } from "../common/SharedTime.ts"
import { Tickets } from "../signin/Tickets.ts"

/** Downloads of results and files, by URLs that are valid for seven days. */
export class Downloads extends Effect.Service<Downloads>()("application/Downloads", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const tickets = yield* Tickets
    const { now } = yield* SharedTime
    const { publicUrl } = yield* Settings

    /** Returns a function that makes URLs of blobs, all with the same expiry time. */
    const urls = Effect.map(now, (at) => (blob: string, fileName: string, mediaType: string) => {
      const expires = at + downloadSeconds * 1000
      const ticket = tickets.sign({ _tag: "Download", blob, fileName, mediaType, expires })
      return `${publicUrl}/v1/files/downloads/${ticket}/${fileName}`
    })

    /** Returns a URL of the blob that needs no authorization and is valid for exactly seven days from now. */
    const url = (...named: readonly [blob: string, fileName: string, mediaType: string]) =>
      Effect.map(urls, (urlOf) => urlOf(...named))

    /**
     * Opens the blob that a download URL refers to.
     *
     * Fails with `Forbidden` if the URL was changed or has expired, `NotFound` if the blob is gone with its project.
     */
    const open = fn("Downloads.open")(function* (ticketText: string, fileName: string) {
      const ticket = yield* tickets.open(ticketText)
      if (ticket._tag !== "Download" || ticket.fileName !== fileName) {
        return yield* new Forbidden({ details: "The URL is not valid or has expired. Request a new one." })
      }
      const gone = () => new NotFound({ details: "The file no longer exists." })
      const info = yield* blobs.info(ticket.blob)
      if (Option.isNone(info)) return yield* gone()
      const direct = yield* blobs.downloadUrl(ticket.blob, 3600, ticket.mediaType)
      return {
        fileName,
        mediaType: ticket.mediaType,
        size: info.value.size,
        redirect: Option.getOrNull(direct),
        tag: tagOf(info.value),
        body: (range: ByteRange) =>
          Effect.catchTag(blobs.body(ticket.blob, range), "BlobNotFound", () => Effect.fail(gone()))
      }
    })

    return { url, urls, open }
  })
}) {}
