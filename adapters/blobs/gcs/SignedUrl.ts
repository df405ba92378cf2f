import type { Storage } from "@google-cloud/storage"
import * as Cache from "effect/Cache"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { failed, type GcsFailure, within } from "./Failure.ts"

/** A permission that a URL grants, and its lifetime in seconds. */
export class Permission extends Data.Class<{
  readonly method: "GET" | "PUT"
  readonly key: string
  readonly seconds: number
  readonly mediaType?: string
}> {}

/** The timeout of signing: a signature from the IAM service comes over the network. */
const longest = "10 seconds"
const pauses = Schedule.exponential("200 millis").pipe(Schedule.intersect(Schedule.recurs(2)))
/** The most URLs that are cached, and for how long: half of their lifetime of an hour. */
const mostKept = 1000
const keptFor = "30 minutes"

export interface SignedUrls {
  /** Returns a new URL. */
  readonly fresh: (permission: Permission) => Effect.Effect<string, GcsFailure>
  /** Returns a URL that is at most half an hour old. */
  readonly kept: (permission: Permission) => Effect.Effect<string, GcsFailure>
}

/**
 * Creates signed URLs of the bucket (signature version 4). They are signed by the key of a key file, or else by the IAM
 * API, which Google's client calls. Only the host header is signed, so a PUT may have any media type.
 */
export const make = (storage: Storage, bucket: string, endpoint: string): Effect.Effect<SignedUrls> =>
  Effect.gen(function* () {
    const fresh = ({ key, mediaType, method, seconds }: Permission) =>
      Effect.tryPromise({
        try: async () => {
          const now = Date.now()
          const [url] = await storage
            .bucket(bucket)
            .file(key)
            .getSignedUrl({
              version: "v4",
              action: method === "PUT" ? "write" : "read",
              accessibleAt: now,
              expires: now + seconds * 1000,
              host: new URL(endpoint),
              ...(mediaType === undefined ? {} : { responseType: mediaType, responseDisposition: "attachment" })
            })
          return url
        },
        catch: (cause) => failed("no signature", cause)
      }).pipe(within(longest, "no signature in time"), Effect.retry(pauses))
    const cache = yield* Cache.make({ capacity: mostKept, lookup: fresh, timeToLive: keptFor })
    return {
      fresh,
      kept: (permission) => Effect.tapError(cache.get(permission), () => cache.invalidate(permission))
    }
  })
