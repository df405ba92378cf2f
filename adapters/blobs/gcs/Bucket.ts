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

/** The bucket that the operator named cannot be used. */
export class BucketUnusable extends Data.TaggedError("BucketUnusable")<{ readonly message: string }> {}

/**
 * An object name that is no key of a blob, different for each process: a bucket accepts one write per second of a name.
 */
const probeName = `_check/${crypto.randomUUID()}`

/** Writes an object and removes it. */
export const probe = (connection: Connection): Effect.Effect<void, GcsFailure> =>
  put(connection, probeName, Stream.make(Uint8Array.of(1))).pipe(Effect.zipRight(remove(connection, probeName)))

const CorsOfBucket = Schema.decodeUnknownSync(
  Schema.Struct({ cors: Schema.optionalWith(Schema.Array(CorsRule), { default: () => [] }) })
)

/** Logs a warning about what the CORS rules forbid to pages in browsers. It is no reason not to start. */
const warnOfCors = (connection: Connection) =>
  connection
    .send(
      { method: "GET", url: connection.url("", { fields: "cors" }) },
      connection.timeouts.answer,
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

/**
 * Returns whether the credentials were refused. That also happens for the minute that a new permission takes to apply.
 */
const isRefusal = ({ status }: GcsFailure): boolean => status === 401 || status === 403

const explained = (bucket: string, failure: GcsFailure): string => {
  const { reason, status } = failure
  if (status === 404) return `there is no bucket called ${bucket}`
  if (isRefusal(failure))
    return `the credentials do not let the service list, write and remove objects of ${bucket} (${reason})`
  return `${bucket} does not answer (${reason})`
}

/**
 * Succeeds if the bucket exists, lists, accepts and removes objects, and its URLs can be signed. `once` must send
 * requests without retries. Waits up to `timeouts.start` for a bucket that does not answer or denies access. Fails with
 * `BucketUnusable`, whose message names GCS_BUCKET.
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
      schedule: Schedule.spaced("1 second").pipe(Schedule.upTo(once.timeouts.start))
    }),
    Effect.mapError((failure) => new BucketUnusable({ message: `GCS_BUCKET: ${explained(once.bucket, failure)}` })),
    Effect.zipRight(warnOfCors(once))
  )
}
