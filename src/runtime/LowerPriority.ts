import { getPriority, platform, setPriority } from "node:os"

const niceness = 5

/**
 * Lowers the priority of the calling thread below the thread that serves requests, if possible. For its helper threads.
 */
export const lowerPriority = (): void => {
  // On other systems this would slow the whole process. A thread with an even lower priority keeps it.
  if (platform() !== "linux" || getPriority() >= niceness) return
  try {
    setPriority(niceness)
  } catch {
    // Some sandboxes forbid it.
  }
}
