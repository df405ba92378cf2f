import process from "node:process"

const megabyte = 1024 * 1024
/**
 * Growth of a heap, in bytes, after which a collection begins. The engine itself waits until the heap has doubled,
 * which is a lot if large buffers are alive.
 */
const mostGrown = 128 * megabyte
/** Growth, in bytes, that is worth a collection if the last one was at least `restMs` ago. */
const worthIt = 16 * megabyte
const restMs = 10_000
/** Milliseconds without a job after which a thread collects the garbage of its jobs. */
const idleMs = 1000
/** Milliseconds of work below which the garbage of an idle thread is not worth a collection. */
const littleWork = 50
/** Milliseconds of work between two looks at the heap. */
const workOfLook = 10

interface Seen {
  /** Size of the objects and of their buffers, in bytes. */
  readonly bytes: () => number
  readonly now: () => number
}

/** Does not use `heapUsed`, which stays at the value of the last collection, whatever has been allocated since. */
const bytesOfThread = (): number => {
  const { external, heapTotal } = process.memoryUsage()
  return heapTotal + external
}

const thisThread: Seen = { bytes: bytesOfThread, now: () => performance.now() }

/**
 * Returns a function that looks at the heap of the calling thread, to be called repeatedly. It starts a collection
 * beside the work if the heap has grown by 128 MB, or by 16 MB and the last collection was at least ten seconds ago.
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
 * Returns a function to call with the milliseconds of each job of a thread. It collects garbage as the heap grows, and
 * once the thread has been idle for a while. The engine itself collects only as a heap grows, which the heap of an idle
 * thread does not.
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
