import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Connection } from "./Connection.ts"
import { CorsRule, missingIn } from "./Cors.ts"
import { GcsFailure, isTransient } from "./Failure.ts"
import { list, remove } from "./Objects.ts"
import { type Permission, type SignedUrls } from "./SignedUrl.ts"
import { put } from "./Upload.ts"

/** The service cannot work with the bucket that the operator named. */
export class BucketUnusable extends Data.TaggedError("BucketUnusable")<{ readonly message: string }> {}

/** An object that no key of a blob can name, one for each process: the bucket takes one write of a name in a second. */
const probeName = `_check/${crypto.randomUUID()}`

/** Writes an object and removes it. */
export const probe = (connection: Connection): Effect.Effect<void, GcsFailure> =>
  put(connection, probeName, Stream.make(Uint8Array.of(1))).pipe(Effect.zipRight(remove(connection, probeName)))

const CorsOfBucket = Schema.decodeUnknownSync(
  Schema.Struct({ cors: Schema.optionalWith(Schema.Array(CorsRule), { default: () => [] }) })
)

/** What pages in browsers cannot do, in the log: it is no reason not to start. */
const warnOfCors = (connection: Connection) =>
  connection
    .send(
      { method: "GET", url: connection.url("", { fields: "cors" }) },
      connection.patience.answer,
      async (response) => missingIn(CorsOfBucket(await response.json()).cors)
    )
    .pipe(
      Effect.matchEffect({
        onFailure: ({ reason, status }) =>
          Effect.logWarning(
            "The CORS rules of GCS_BUCKET could not be read (this needs storage.buckets.get); adapters/blobs/README.md says which it needs"
          ).pipe(Effect.annotateLogs({ status, reason })),
        onSuccess: (missing) =>
          missing.length === 0
            ? Effect.void
            : Effect.logWarning(
                `The CORS rules of GCS_BUCKET do not let pages of any origin ${missing.join(" and ")}: set those of adapters/blobs/README.md`
              )
      })
    )

/** The credentials do not let the service in; also for the minute that a right takes until it holds everywhere. */
const isRefusal = ({ status }: GcsFailure): boolean => status === 401 || status === 403

const explained = (bucket: string, failure: GcsFailure): string => {
  const { reason, status } = failure
  if (status === 404) return `there is no bucket called ${bucket}`
  if (isRefusal(failure))
    return `the credentials do not let the service list, write and remove objects of ${bucket} (${reason})`
  return `${bucket} does not answer (${reason})`
}

/**
 * Succeeds when the bucket is there, lists, takes and removes objects, and its URLs can be signed; `once` asks without
 * repeating. Waits a while for a bucket that does not answer yet, or does not let the service in yet. Fails with `BucketUnusable`, whose message names
 * GCS_BUCKET.
 */
export const ready = (once: Connection, urls: SignedUrls, signed: Permission): Effect.Effect<void, BucketUnusable> => {
  let said = false
  const mayPass = (failure: GcsFailure) => isTransient(failure) || isRefusal(failure)
  const waiting = (failure: GcsFailure) =>
    Effect.suspend(() => {
      if (said) return Effect.void
      said = true
      const what = isRefusal(failure) ? "does not let the service in yet" : "does not answer yet"
      return Effect.logWarning(`The bucket ${what}`).pipe(Effect.annotateLogs({ reason: failure.reason }))
    })
  const usable = Effect.gen(function* () {
    yield* Stream.runDrain(Stream.take(list(once, "_check/"), 1))
    yield* probe(once)
    yield* urls.fresh(signed)
  })
  return usable.pipe(
    Effect.tapError((failure) => (mayPass(failure) ? waiting(failure) : Effect.void)),
    Effect.retry({
      while: mayPass,
      schedule: Schedule.spaced("1 second").pipe(Schedule.upTo(once.patience.start))
    }),
    Effect.mapError((failure) => new BucketUnusable({ message: `GCS_BUCKET: ${explained(once.bucket, failure)}` })),
    Effect.zipRight(warnOfCors(once))
  )
}
