import { platform, setPriority } from "node:os"
import { Effect } from "effect"

/** Lets everything that waits have its turn before going on: between two slices of long work. */
export const nextTurn: Effect.Effect<void> = Effect.async<void>((resume) => {
  const turn = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(turn))
})

/** Lets the thread that serves go before the calling one; for threads that work for it. */
export const giveWay = (): void => {
  // Elsewhere than on Linux the whole process would step back.
  if (platform() === "linux") setPriority(5)
}
