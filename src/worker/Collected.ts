import process from "node:process"

/**
 * Growth of the process, in bytes, that is worth a collection. One takes longer than the whole import of a small file.
 */
const worthIt = 64 * 1024 * 1024

const rss = (): number => process.memoryUsage.rss()

/** Smallest resident size since the last collection, in bytes. */
let least = rss()

/**
 * Collects garbage if the process has grown by 64 MB. This frees memory of engines, and the disk space of files that
 * were mapped.
 */
export const collect = (): void => {
  const held = rss()
  least = Math.min(least, held)
  if (held - least < worthIt) return
  Bun.gc(true)
  least = rss()
}
