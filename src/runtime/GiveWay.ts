import { getPriority, platform, setPriority } from "node:os"

const niceness = 5

/** Lets the thread that serves go before the calling one, where that can be had; for threads that work for it. */
export const giveWay = (): void => {
  // Elsewhere than on Linux the whole process would step back; where it has stepped back further nothing is to be done.
  if (platform() !== "linux" || getPriority() >= niceness) return
  try {
    setPriority(niceness)
  } catch {
    // Some sandboxes forbid it.
  }
}
