import { Scheduler } from "effect"

/** Milliseconds of work after which the event loop turns. */
const sliceMs = 2

/**
 * Runs fibers in the order in which they become ready, for two milliseconds at a time; then timers, sockets and
 * files have their turn. Effect's own scheduler goes on in microtasks as long as any fiber is ready, so that many
 * small requests at once make one long turn.
 */
export const make = (): Scheduler.Scheduler => {
  const ready: Array<Scheduler.Task> = []
  let next = 0
  let isRunning = false
  /** When the slice of this turn began; null: nothing has run in this turn. */
  let began: number | null = null

  const endSlice = (): void => void (began = null)

  const run = (): void => {
    if (began === null) {
      began = performance.now()
      setImmediate(endSlice)
    }
    while (next < ready.length) {
      ready[next++]!()
      if (performance.now() - began < sliceMs) continue
      ready.splice(0, next)
      next = 0
      setImmediate(run)
      return
    }
    ready.length = 0
    next = 0
    isRunning = false
  }

  return Scheduler.make((task) => {
    ready.push(task)
    if (isRunning) return
    isRunning = true
    queueMicrotask(run)
  })
}
