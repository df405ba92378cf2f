/** Milliseconds without a job after which a thread gives back what its jobs have left. */
const idleMs = 1000
/** Milliseconds of work of which nothing is left that were worth it. */
const littleWork = 50

/**
 * What a thread tells the milliseconds of each job: collects garbage once it has had none for a while. The engine
 * itself collects as a heap grows, which that of an idle thread does not.
 */
export const make = (): ((worked: number) => void) => {
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const collect = (): void => {
    since = 0
    Bun.gc(true)
  }
  return (worked) => {
    since += worked
    clearTimeout(timer)
    if (since >= littleWork) timer = setTimeout(collect, idleMs)
  }
}
