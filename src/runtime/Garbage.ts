import process from "node:process"

const megabyte = 1024 * 1024
/**
 * By how much a heap may grow between two collections. The engine itself waits until it has doubled, which is much
 * where large buffers are alive.
 */
const mostGrown = 128 * megabyte
/** Growth that is worth a collection once the last one is `restMs` ago. */
const worthIt = 16 * megabyte
const restMs = 10_000
/** Milliseconds without a job after which a thread gives back what its jobs have left. */
const idleMs = 1000
/** Milliseconds of work of which nothing is left that were worth it. */
const littleWork = 50
/** Milliseconds of work between two looks. */
const workOfLook = 10

interface Seen {
  /** Bytes of objects and of their buffers. */
  readonly bytes: () => number
  readonly now: () => number
}

/** What is used would be what the last collection left, whatever has been made since. */
const bytesOfThread = (): number => {
  const { external, heapTotal } = process.memoryUsage()
  return heapTotal + external
}

const thisThread: Seen = { bytes: bytesOfThread, now: () => performance.now() }

/**
 * A look at the heap of the calling thread, to be repeated: begins to collect beside the work where it has grown by 128
 * MB, or by 16 MB in ten seconds.
 */
export const look = ({ bytes, now }: Seen = thisThread): (() => void) => {
  let [least, since] = [bytes(), now()]
  return () => {
    const held = bytes()
    least = Math.min(least, held)
    const grown = held - least
    if (grown < (now() - since < restMs ? mostGrown : worthIt)) return
    ;[least, since] = [held, now()]
    Bun.gc(false)
  }
}

/**
 * What a thread tells the milliseconds of each job: collects garbage as its heap grows, and once it has had no job for a
 * while. The engine itself collects as a heap grows, which that of an idle thread does not.
 */
export const afterJobs = (): ((worked: number) => void) => {
  let [since, unseen] = [0, 0]
  let timer: ReturnType<typeof setTimeout> | undefined
  const lookAgain = look()
  const collect = (): void => {
    since = 0
    Bun.gc(true)
  }
  return (worked) => {
    since += worked
    unseen += worked
    if (unseen >= workOfLook) {
      unseen = 0
      lookAgain()
    }
    clearTimeout(timer)
    if (since >= littleWork) timer = setTimeout(collect, idleMs)
  }
}
