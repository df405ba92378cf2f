import type { Storage } from "@google-cloud/storage"
import * as Cache from "effect/Cache"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { failed, type GcsFailure, within } from "./Failure.ts"

/** What may be done by a URL, and how long. */
export class Permission extends Data.Class<{
  readonly method: "GET" | "PUT"
  readonly key: string
  readonly seconds: number
  readonly mediaType?: string
}> {}

/** A signature of the service of IAM comes over the network. */
const longest = "10 seconds"
const pauses = Schedule.exponential("200 millis").pipe(Schedule.intersect(Schedule.recurs(2)))
/** URLs that are handed out again, and how long: half of the hour that they are good. */
const mostKept = 1000
const keptFor = "30 minutes"

export interface SignedUrls {
  /** A URL made now. */
  readonly fresh: (permission: Permission) => Effect.Effect<string, GcsFailure>
  /** One that was made half an hour ago at most. */
  readonly kept: (permission: Permission) => Effect.Effect<string, GcsFailure>
}

/**
 * URLs of the bucket that carry their permission, signed in version 4: by the key of a key file, else by the IAM API,
 * which Google's client asks. Nothing but the host is signed of the headers: a PUT may have any media type.
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
