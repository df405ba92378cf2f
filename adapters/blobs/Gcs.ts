import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { BlobStore, type ByteRange } from "../../src/ports/BlobStore.ts"
import * as Access from "./gcs/Access.ts"
import * as Bucket from "./gcs/Bucket.ts"
import * as Connection from "./gcs/Connection.ts"
import * as Download from "./gcs/Download.ts"
import { GcsFailure, isMissing, orNotFound, orUnavailable, unavailable } from "./gcs/Failure.ts"
import * as LocalFile from "./gcs/LocalFile.ts"
import * as Objects from "./gcs/Objects.ts"
import { timeouts as usual, type Timeouts } from "./gcs/Timeouts.ts"
import * as SignedUrl from "./gcs/SignedUrl.ts"
import * as Upload from "./gcs/Upload.ts"
import { checked, checkedFolder, checkedPrefix, checkedRange, isKey } from "./Key.ts"

const removalsAtOnce = 16
/** The most attempts to read bytes that arrive damaged, or whose object is replaced during the read. */
const readings = 3
/** The lifetime of a download URL that may be handed out more than once, in seconds. */
const keptSeconds = 3600

interface Options {
  readonly bucket: string
  /** Google's own endpoint if omitted. */
  readonly endpoint?: string | undefined
  readonly timeouts?: Timeouts
  readonly signingKey?: Access.SigningKey
}

export const make = (options: Options) =>
  Effect.gen(function* () {
    const { bucket, timeouts = usual } = options
    const endpoint = (options.endpoint ?? Access.googleEndpoint).replace(/\/+$/, "")
    const { authorization, storage } = yield* Access.make(endpoint, options.signingKey)
    const connection = Connection.make({ endpoint, bucket, timeouts, authorization })
    const once = Connection.make({ endpoint, bucket, timeouts: { ...timeouts, attempts: 1 }, authorization })
    const urls = yield* SignedUrl.make(storage, bucket, endpoint)
    yield* Bucket.ready(once, urls, new SignedUrl.Permission({ method: "PUT", key: "uploads/a", seconds: keptSeconds }))
    const runtime = yield* Effect.runtime()

    const opened = (key: string, range?: ByteRange) =>
      Effect.gen(function* () {
        const object = yield* Objects.find(connection, key)
        const download = yield* Download.open(connection, object, checkedRange(object.size, range))
        return { download, size: object.size }
      }).pipe(
        // If the object was replaced in between, the next attempt finds the new generation.
        Effect.retry({ times: readings - 1, while: isMissing })
      )

    /** Passes the whole object to `use`, and starts again from the beginning if it arrived damaged. */
    const whole = <A, E>(
      key: string,
      use: (download: Download.Download, size: number) => Effect.Effect<A, E | GcsFailure>
    ) =>
      Effect.acquireUseRelease(
        // Interruptible, so that a bucket that does not answer cannot delay the stop of the service.
        Effect.interruptible(opened(checked(key))),
        ({ download, size }) => use(download, size),
        ({ download }) => Effect.sync(download.close)
      ).pipe(
        Effect.retry({
          times: readings - 1,
          while: (failure) => failure instanceof GcsFailure && Download.isDamage(failure)
        }),
        orNotFound(key)
      )

    const stream = (key: string, range?: ByteRange) =>
      Effect.suspend(() =>
        Effect.map(opened(checked(key), range), ({ download }) => Download.webStream(download, runtime))
      ).pipe(orNotFound(key))

    let takesWritesUntil = 0
    const check = Effect.suspend(() =>
      Date.now() < takesWritesUntil
        ? Effect.void
        : Effect.map(orUnavailable(Bucket.probe(once)), () => {
            takesWritesUntil = Date.now() + Duration.toMillis(timeouts.checked)
          })
    )

    return BlobStore.of({
      put: (key, content) => Effect.suspend(() => orUnavailable(Upload.put(connection, checked(key), content))),
      putFile: (key, path) =>
        Effect.suspend(() => orUnavailable(Upload.put(connection, checked(key), LocalFile.read(path)))),
      read: (key, { shared = false } = {}) =>
        Effect.suspend(() =>
          whole(key, (download, size) => {
            const bytes = shared ? new Uint8Array(new SharedArrayBuffer(size)) : new Uint8Array(size)
            let at = 0
            return Download.drain(download, (piece) =>
              Effect.sync(() => {
                bytes.set(piece, at)
                at += piece.length
              })
            ).pipe(Effect.as(bytes))
          })
        ),
      stream,
      body: stream,
      info: (key) =>
        Effect.suspend(() => Objects.find(connection, checked(key))).pipe(
          Effect.map((object) => Option.some(Objects.infoOf(object))),
          Effect.catchIf(isMissing, () => Effect.succeedNone),
          orUnavailable
        ),
      localCopy: (key, directory) =>
        Effect.suspend(() =>
          whole(key, (download) => LocalFile.written(directory, key, (append) => Download.drain(download, append)))
        ),
      copy: (from, to, version) =>
        Effect.suspend(() => Objects.copy(connection, checked(from), checked(to), version)).pipe(orNotFound(from)),
      remove: (key) => Effect.suspend(() => orUnavailable(Objects.remove(connection, checked(key)))),
      removeAll: (prefix) =>
        Effect.suspend(() =>
          Objects.list(connection, checkedFolder(prefix)).pipe(
            Stream.mapEffect(({ name }) => Objects.remove(connection, name), {
              concurrency: removalsAtOnce,
              unordered: true
            }),
            Stream.runDrain,
            orUnavailable
          )
        ),
      list: (prefix) =>
        Stream.suspend(() => Objects.list(connection, checkedPrefix(prefix))).pipe(
          Stream.filter(({ name }) => isKey(name)),
          Stream.map(Objects.infoOf),
          Stream.catchAll((failure) => Stream.fromEffect(unavailable(failure)))
        ),
      uploadUrl: (key, seconds) =>
        Effect.suspend(() => urls.fresh(new SignedUrl.Permission({ method: "PUT", key: checked(key), seconds }))).pipe(
          Effect.asSome,
          orUnavailable
        ),
      downloadUrl: (key, seconds, mediaType) =>
        Effect.suspend(() => {
          const permission = new SignedUrl.Permission({ method: "GET", key: checked(key), seconds, mediaType })
          return seconds < keptSeconds ? urls.fresh(permission) : urls.kept(permission)
        }).pipe(Effect.asSome, orUnavailable),
      check
    })
  })

/**
 * The blob store in a bucket of Google Cloud Storage; each blob is an object named by its key. Clients upload to and
 * download from the bucket directly, by URLs that this process signs.
 *
 * Fails with `BucketUnusable`, whose message names GCS_BUCKET, if the bucket does not exist or access is denied.
 */
export const layer = (options: Options): Layer.Layer<BlobStore, Bucket.BucketUnusable> =>
  Layer.effect(BlobStore, make(options))
