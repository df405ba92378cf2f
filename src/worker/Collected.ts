import process from "node:process"

/** Growth of the process, in bytes, that is worth a collection: it takes longer than the whole import of a small file. */
const worthIt = 64 * 1024 * 1024

const rss = (): number => process.memoryUsage.rss()

/** What the process held at the least since the last collection. */
let least = rss()

/**
 * Gives back what nothing refers to any more, where the process has grown by 64 MB: memory of engines, and the space on
 * the disk of files that were mapped.
 */
export const collect = (): void => {
  const held = rss()
  least = Math.min(least, held)
  if (held - least < worthIt) return
  Bun.gc(true)
  least = rss()
}
