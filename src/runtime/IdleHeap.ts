import { heapSize } from "bun:jsc"

/** Milliseconds without a job after which a thread gives back what its jobs have left. */
const idleMs = 1000
/** Bytes beyond what was kept the last time: for less nothing is collected. */
const mostLeft = 16 * 1024 * 1024

/**
 * What a thread calls after each job: collects garbage once it has had none for a while. The engine itself collects as
 * a heap grows, which that of an idle thread does not.
 */
export const make = (): (() => void) => {
  let kept = heapSize()
  let timer: ReturnType<typeof setTimeout> | undefined
  const collect = (): void => {
    if (heapSize() - kept < mostLeft) return
    Bun.gc(true)
    kept = heapSize()
  }
  return () => {
    clearTimeout(timer)
    timer = setTimeout(collect, idleMs)
  }
}
