import process from "node:process"

const megabyte = 1024 * 1024
/**
 * By how much a heap may grow between two looks before it is collected. The engine itself waits until it has doubled,
 * which is much where large buffers are alive.
 */
const mostGrown = 128 * megabyte
/** Milliseconds without a job after which a thread gives back what its jobs have left. */
const idleMs = 1000
/** Milliseconds of work of which nothing is left that were worth it. */
const littleWork = 50

const heapOfThread = (): number => process.memoryUsage().heapUsed

/** A look at the heap of the calling thread, to be repeated: begins to collect beside the work once it has grown by 128 MB. */
export const look = (bytes = heapOfThread): (() => void) => {
  let least = bytes()
  return () => {
    const now = bytes()
    least = Math.min(least, now)
    if (now - least < mostGrown) return
    least = now
    Bun.gc(false)
  }
}

/**
 * What a thread tells the milliseconds of each job: collects garbage as its heap grows, and once it has had no job for a
 * while. The engine itself collects as a heap grows, which that of an idle thread does not.
 */
export const afterJobs = (): ((worked: number) => void) => {
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const lookAgain = look()
  const collect = (): void => {
    since = 0
    Bun.gc(true)
  }
  return (worked) => {
    lookAgain()
    since += worked
    clearTimeout(timer)
    if (since >= littleWork) timer = setTimeout(collect, idleMs)
  }
}
