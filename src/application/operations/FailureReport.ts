import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type BlobStore, BlobStoreUnavailable } from "../../ports/BlobStore.ts"
import type { FailureReason } from "../../ports/operations/OperationRepository.ts"

/**
 * Stores the report of an import that brought nothing, `{error, errorDetails}` as JSON, under the key and gives the
 * key; null where there is no room for it: the failure is told by the operation as well.
 */
export const keep = (
  blobs: Context.Tag.Service<BlobStore>,
  key: string,
  { error, errorDetails }: FailureReason
): Effect.Effect<string | null> =>
  blobs.put(key, Stream.succeed(new TextEncoder().encode(JSON.stringify({ error, errorDetails })))).pipe(
    Effect.as(key),
    // The lease of an operation does not wait for a disk that stands still.
    Effect.timeoutFail({ duration: "5 seconds", onTimeout: () => new BlobStoreUnavailable({ reason: "too slow" }) }),
    Effect.catchAll((unavailable) => Effect.as(Effect.logWarning("A report was not kept", unavailable), null))
  )
