import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type BlobStore, BlobStoreUnavailable } from "../../ports/BlobStore.ts"
import type { FailureReason } from "../../ports/operations/OperationRepository.ts"

/**
 * Stores the report of a failed import, `{error, errorDetails}` as JSON, under the key and returns the key. Returns
 * null if that fails, which is acceptable because the operation holds the error as well.
 */
export const keep = (
  blobs: Context.Tag.Service<BlobStore>,
  key: string,
  { error, errorDetails }: FailureReason
): Effect.Effect<string | null> =>
  blobs.put(key, Stream.succeed(new TextEncoder().encode(JSON.stringify({ error, errorDetails })))).pipe(
    Effect.as(key),
    // A hanging disk must not let the lease of the operation expire.
    Effect.timeoutFail({ duration: "5 seconds", onTimeout: () => new BlobStoreUnavailable({ reason: "too slow" }) }),
    Effect.catchAll((unavailable) => Effect.as(Effect.logWarning("A report was not kept", unavailable), null))
  )
