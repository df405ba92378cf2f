import { statfs } from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { StorageUnavailable } from "../../src/domain/StorageErrors.ts"
import { limits } from "../../src/domain/Limits.ts"
import { FreeSpace } from "../../src/ports/FreeSpace.ts"

/** How long a measurement is reused. Little is written in one second, compared with the free bytes that are demanded. */
const age = "1 second"

/** The free space on the disk of a folder. If the system does not report it, it is assumed to be enough. */
export const layer = (options: { readonly directory: string; readonly leastBytes?: number }): Layer.Layer<never> => {
  const least = options.leastBytes ?? limits.freeBytes.most
  const measure = Effect.tryPromise(() => statfs(options.directory)).pipe(
    Effect.map(({ bavail, bsize }) => bavail * bsize),
    Effect.catchAll((error) => Effect.as(Effect.logWarning("The room on the disk is not known", error), Infinity)),
    // Interrupting one caller must not interrupt the measurement that others wait for.
    Effect.uninterruptible
  )
  return Layer.effectContext(
    Effect.map(Effect.cachedWithTTL(measure, age), (free) =>
      FreeSpace.context({
        bytes: free,
        demand: Effect.flatMap(free, (bytes) =>
          bytes < least ? new StorageUnavailable({ reason: "ENOSPC" }) : Effect.void
        )
      })
    )
  )
}
