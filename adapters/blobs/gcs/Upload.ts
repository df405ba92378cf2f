import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import { Crc32c } from "./Crc32c.ts"
import type { Connection } from "./Connection.ts"
import { type GcsFailure, isTransient, unanswered } from "./Failure.ts"
import { PartBuffer } from "./PartBuffer.ts"
import { find, remove, storedObject, type StoredObject } from "./Objects.ts"

/** The size of one request of an upload, and of its buffer: a multiple of 256 KiB, as upload sessions require. */
export const partBytes = 8 * 1024 * 1024

const mediaType = "application/octet-stream"

const damaged = () => unanswered("the object is not what was sent")

/** Returns whether the object has the size and checksum of what was sent. */
const same = (object: StoredObject, size: number, sum: string): boolean =>
  object.size === size && (object.crc32c === undefined || object.crc32c === sum)

/**
 * Stores bytes by one request with their checksum. The bucket refuses damaged bytes before it replaces anything. The
 * request may be repeated: until it is answered it counts as a concurrent put, and those have no order.
 */
const whole = (connection: Connection, key: string, bytes: Uint8Array, sum: string) => {
  const boundary = crypto.randomUUID()
  const metadata = JSON.stringify({ name: key, contentType: mediaType, crc32c: sum })
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-type: application/json\r\n\r\n${metadata}\r\n`),
    Buffer.from(`--${boundary}\r\ncontent-type: ${mediaType}\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${boundary}--`)
  ])
  const once = connection.send(
    {
      method: "POST",
      url: connection.uploadUrl({ uploadType: "multipart" }),
      headers: { "content-type": `multipart/related; boundary=${boundary}` },
      body
    },
    connection.timeouts.transfer,
    storedObject
  )
  // The bucket reports a checksum that does not match as a bad request (400).
  return connection.again(once, (failure) => isTransient(failure) || failure.status === 400)
}

const begin = ({ ask, timeouts, uploadUrl }: Connection, key: string) =>
  ask(
    {
      method: "POST",
      url: uploadUrl({ uploadType: "resumable", name: key }),
      headers: { "content-type": "application/json", "x-upload-content-type": mediaType },
      body: JSON.stringify({ contentType: mediaType })
    },
    timeouts.answer,
    async (response) => {
      await response.text()
      const session = response.headers.get("location")
      if (session === null) throw unanswered("a session without an address")
      return session
    }
  )

/** Cancels a session that will not be finished. Otherwise the bucket drops it after a week. */
const cancel = ({ timeouts, send }: Connection, session: string) =>
  send({ method: "DELETE", url: session, isOpen: true, accepts: 499 }, timeouts.answer, (response) =>
    response.text()
  ).pipe(Effect.ignore, Effect.forkDaemon)

/**
 * Sends bytes at offset `start`. With `end`, they are the last ones, and the object is returned; otherwise null.
 *
 * A part whose answer was lost is sent again as it was, since the bucket ignores bytes that it already has. Asking
 * which it has would be one more request that can fail.
 * Source: "Perform resumable uploads" of the documentation of Cloud Storage.
 */
const part = (
  connection: Connection,
  session: string,
  bytes: Uint8Array,
  start: number,
  end?: { readonly size: number; readonly sum: string }
): Effect.Effect<StoredObject | null, GcsFailure> => {
  const next = start + bytes.length
  return connection
    .ask(
      {
        method: "PUT",
        url: session,
        isOpen: true,
        accepts: 308,
        headers: {
          "content-type": mediaType,
          "content-range": `bytes ${start}-${next - 1}/${end?.size ?? "*"}`,
          ...(end === undefined ? {} : { "x-goog-hash": `crc32c=${end.sum}` })
        },
        body: bytes
      },
      connection.timeouts.transfer,
      async (response) => {
        if (response.status !== 308) return storedObject(response)
        await response.text()
        const kept = /^bytes=0-(\d+)$/.exec(response.headers.get("range") ?? "")?.[1]
        return kept === undefined ? 0 : Number(kept) + 1
      }
    )
    .pipe(
      Effect.flatMap((answer) => {
        if (typeof answer !== "number") return Effect.succeed(answer)
        if (answer === next && end === undefined) return Effect.succeed(null)
        // The bucket may have kept only a beginning of the part, but it never keeps less than before.
        return answer > start && answer < next
          ? part(connection, session, bytes.subarray(answer - start), answer, end)
          : damaged()
      })
    )
}

/**
 * Returns the object that the last part made. If the answer was lost and the session no longer exists, the object under
 * the name decides. An object with other bytes is removed.
 */
const finished = (
  connection: Connection,
  key: string,
  last: Effect.Effect<StoredObject | null, GcsFailure>,
  size: number,
  sum: string
) =>
  Effect.gen(function* () {
    const object = yield* last.pipe(
      Effect.catchIf(
        ({ status }) => status === 404 || status === 410,
        (failure) =>
          Effect.filterOrFail(
            find(connection, key),
            (found) => same(found, size, sum),
            () => failure
          )
      )
    )
    if (object !== null && same(object, size, sum)) return object
    if (object !== null) yield* remove(connection, key, object.generation)
    return yield* damaged()
  })

/**
 * Stores the bytes of the stream under the name, replaces what was there, and returns their number. Up to 8 MiB are
 * sent in one request, more in a session of several. If the stream fails or is interrupted, the former object stays.
 */
export const put = <E, R>(
  connection: Connection,
  key: string,
  content: Stream.Stream<Uint8Array, E, R>
): Effect.Effect<number, E | GcsFailure, R> =>
  Effect.suspend(() => {
    const waiting = new PartBuffer(partBytes)
    const sum = new Crc32c()
    let session: string | null = null
    let sent = 0

    const sendPart = Effect.gen(function* () {
      session ??= yield* begin(connection, key)
      yield* part(connection, session, waiting.bytes, sent)
      sent += partBytes
      waiting.clear()
    })
    const take = (chunk: Uint8Array) =>
      Effect.gen(function* () {
        for (let at = 0; at < chunk.length;) {
          // A full part waits until more bytes follow, because the last part is sent differently.
          if (waiting.isFull) yield* sendPart
          const taken = waiting.take(at === 0 ? chunk : chunk.subarray(at))
          sum.add(waiting.bytes.subarray(-taken))
          at += taken
        }
      })
    const finish = Effect.suspend(() => {
      const { bytes } = waiting
      const size = sent + bytes.length
      const end = { size, sum: sum.base64 }
      const last: Effect.Effect<StoredObject | null, GcsFailure> =
        session === null ? whole(connection, key, bytes, end.sum) : part(connection, session, bytes, sent, end)
      return Effect.as(finished(connection, key, last, size, end.sum), size)
    })
    return Stream.runForEach(content, take).pipe(
      Effect.zipRight(finish),
      Effect.onExit((exit) => (Exit.isFailure(exit) && session !== null ? cancel(connection, session) : Effect.void))
    )
  })
