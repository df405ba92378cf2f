import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import {
  Forbidden,
  InvalidUploadKey,
  UploadedFileTooLarge,
  UploadNotFound,
  UploadTooLarge
} from "../../domain/Errors.ts"
import type { UserId } from "../../domain/Principal.ts"
import { newUploadKey, uploadKeysOf, uploadSeconds, alreadyUsed } from "../../domain/models/Upload.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Caller } from "../../ports/Caller.ts"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { FreeSpace } from "../../ports/FreeSpace.ts"
import { Settings } from "../../ports/Settings.ts"
import { UploadRepository } from "../../ports/models/UploadRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { SharedTime } from "../common/SharedTime.ts"
import { Tickets } from "../signin/Tickets.ts"

/** Retry schedule for releasing a reservation. An unreleased one counts as the user's until the next start. */
const again = Schedule.intersect(Schedule.exponential("100 millis"), Schedule.recurs(3))

const uploadKeyForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns a URL without its query and fragment, which hold the signature. */
const placeOf = (url: string): string => url.replace(/[?#].*$/s, "")

const blobOf = (uploadKey: string): string => `uploads/${uploadKey}`

/** Uploads, from the key that a user requests to the bytes that a model is made of. */
export class Uploads extends Effect.Service<Uploads>()("application/Uploads", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const uploads = yield* UploadRepository
    const tickets = yield* Tickets
    const { now } = yield* SharedTime
    const { maxUploadBytes, publicUrl } = yield* Settings
    const { reach } = yield* FaultPoints
    const space = yield* FreeSpace
    const mostBytes = limits.storedUploads.most * maxUploadBytes
    const tooLarge = sentenceOf(limits.uploadBytes, maxUploadBytes)

    /** Counts the bytes of the user's uploads that a bucket received directly; stops counting at the limit. */
    const storedDirectly = (userId: UserId) =>
      Stream.runFoldWhile(
        blobs.list(blobOf(uploadKeysOf(userId))),
        0,
        (bytes) => bytes < mostBytes,
        (bytes, { size }) => bytes + size
      )

    /**
     * Issues a key for the user, with a URL that accepts the bytes for one hour.
     *
     * Fails with `TooManyRequests` if the user has 200 keys that are neither used nor expired, or has stored 20 times
     * the largest upload.
     */
    const issue = fn("Uploads.issue")(function* (userId: UserId) {
      const uploadKey = newUploadKey(userId)
      const direct = yield* blobs.uploadUrl(blobOf(uploadKey), uploadSeconds)
      const { expiresAt } = yield* uploads.issue(
        uploadKey,
        userId,
        uploadSeconds,
        mostBytes,
        Option.isNone(direct) ? 0 : yield* storedDirectly(userId)
      )
      const expires = (yield* now) + uploadSeconds * 1000
      const uploadUrl = Option.getOrElse(
        direct,
        () => `${publicUrl}/v1/files/uploads/${tickets.sign({ _tag: "Upload", key: uploadKey, expires })}`
      )
      yield* reach("upload.issued")
      return { uploadKey, uploadUrl, method: "PUT" as const, expiresAt: new Date(expiresAt).toISOString() }
    })

    /**
     * Stores the bytes under the key of a ticket; the last complete PUT counts.
     *
     * Fails with `Forbidden` if the ticket was changed or has expired, or the key has been used for a model;
     * `UploadTooLarge` as soon as more than the limit has arrived; `TooManyRequests` if the user would have stored more
     * than 20 times that; `StorageUnavailable` if there is no room. An interrupted upload leaves nothing.
     */
    const receive = fn("Uploads.receive")(function* <E>(
      ticketText: string,
      declaredSize: number,
      bytes: Stream.Stream<Uint8Array, E>
    ) {
      const ticket = yield* tickets.open(ticketText)
      if (ticket._tag !== "Upload")
        return yield* new Forbidden({ details: "The URL is not valid or has expired. Request a new one." })
      const upload = yield* uploads.find(ticket.key)
      if (Option.isNone(upload) || upload.value.state === "Used") {
        return yield* new Forbidden({ details: alreadyUsed })
      }
      yield* space.demand
      if (declaredSize > maxUploadBytes) return yield* new UploadTooLarge({ details: tooLarge })
      let size = 0
      const take = fn("Uploads.take")(function* (chunk: Uint8Array) {
        size += chunk.length
        if (size > maxUploadBytes) return yield* new UploadTooLarge({ details: tooLarge })
        yield* space.demand
        yield* reach("upload.receiving")
      })
      const counted = Stream.tap(bytes, take)
      // An upload of unknown size reserves the maximum.
      const reserved = declaredSize > 0 ? declaredSize : maxUploadBytes
      const { userId } = upload.value
      yield* Effect.acquireUseRelease(
        uploads.reserve(ticket.key, reserved, mostBytes),
        () => blobs.put(blobOf(ticket.key), counted),
        (_, exit) =>
          uploads.release(ticket.key, reserved, Exit.isSuccess(exit) ? size : null).pipe(
            // Only if the storage was unavailable: releasing twice would make the count negative.
            Effect.retry({ schedule: again, while: ({ _tag }) => _tag === "StorageUnavailable" }),
            Effect.ignoreLogged
          )
        // Writes are attributed to the user who requested the URL, whoever uses it.
      ).pipe(Effect.provideService(Caller, { userId, requestId: null }))
      yield* reach("upload.stored")
    })

    /**
     * Returns the blob of an upload that the user can make a model of, with its size.
     *
     * Fails with `InvalidUploadKey` if the key is unknown, another user's or used; `UploadNotFound` if nothing was
     * uploaded; `UploadedFileTooLarge` if the file exceeds the limit, which is possible if a bucket received it.
     */
    const find = fn("Uploads.find")(function* (userId: UserId, uploadKey: string) {
      const upload = yield* uploads.find(uploadKey)
      if (Option.isNone(upload) || upload.value.userId !== userId) {
        return yield* new InvalidUploadKey({
          details: "You have no such upload key. Request a new one from /v1/files/upload-url."
        })
      }
      if (upload.value.state === "Used") {
        return yield* new InvalidUploadKey({ details: alreadyUsed })
      }
      const info = yield* blobs.info(blobOf(uploadKey))
      if (Option.isNone(info))
        return yield* new UploadNotFound({ details: "No file has been uploaded with this key. Upload it first." })
      if (info.value.size > maxUploadBytes) {
        return yield* new UploadedFileTooLarge({ details: tooLarge })
      }
      return info.value
    })

    /** Returns the key in a URL that this service issued, for clients that send the URL instead of the key. */
    const keyOfUrl = fn("Uploads.keyOfUrl")(function* (url: string) {
      const prefix = `${publicUrl}/v1/files/uploads/`
      const invalid = () => new InvalidUploadKey({ details: "This service did not issue the upload URL." })
      if (!url.startsWith(prefix)) {
        const place = placeOf(url)
        const key = /[^/]*$/.exec(place)![0]
        const issued = uploadKeyForm.test(key) ? yield* blobs.uploadUrl(blobOf(key), uploadSeconds) : Option.none()
        return Option.isSome(issued) && placeOf(issued.value) === place ? key : yield* invalid()
      }
      const ticket = yield* Effect.mapError(tickets.open(url.slice(prefix.length)), invalid)
      return ticket._tag === "Upload" ? ticket.key : yield* invalid()
    })

    return { issue, receive, find, keyOfUrl }
  })
}) {}
