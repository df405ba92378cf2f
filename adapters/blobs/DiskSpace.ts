import { statfs } from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { StorageUnavailable } from "../../src/domain/StorageErrors.ts"
import { FreeSpace, leastFreeBytes } from "../../src/ports/FreeSpace.ts"

/** How long a figure is good: in a second little is written beside what `leastFreeBytes` leaves room for. */
const age = "1 second"

/** The room on the disk of a folder. Where the system does not tell it there is some. */
export const layer = (options: { readonly directory: string; readonly leastBytes?: number }): Layer.Layer<never> => {
  const least = options.leastBytes ?? leastFreeBytes
  const measure = Effect.tryPromise(() => statfs(options.directory)).pipe(
    Effect.map(({ bavail, bsize }) => bavail * bsize),
    Effect.catchAll((error) => Effect.as(Effect.logWarning("The room on the disk is not known", error), Infinity)),
    // Whoever goes away must not take the figure from others who wait for it.
    Effect.uninterruptible
  )
  return Layer.effectContext(
    Effect.map(Effect.cachedWithTTL(measure, age), (free) =>
      FreeSpace.context({
        demand: Effect.flatMap(free, (bytes) =>
          bytes < least ? new StorageUnavailable({ reason: "ENOSPC" }) : Effect.void
        )
      })
    )
  )
}
