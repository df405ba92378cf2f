import process from "node:process"
import { Cause, Runtime } from "effect"
import { JobRefused } from "../ports/Computation.ts"
import type { Message, Task } from "./Protocol.ts"

export interface JobContext {
  /** The job's folder, absolute; it is the working directory too. */
  readonly scratch: string
  /** Tells how much is done, from 0 to 1. Cheap enough for an inner loop; what does not rise is dropped. */
  readonly progress: (fraction: number) => void
}

/** Gives plain data. Rejects with `JobRefused` to say that the input is at fault; anything else counts as a crash. */
export type JobFunction = (input: unknown, context: JobContext) => Promise<unknown>

const PROGRESS_MILLIS = 100

/** Gives `send` the first fraction and then at most ten a second, rising ones only. */
const progressOf = (send: (fraction: number) => void) => {
  let last = 0
  let nextAt = 0
  return (fraction: number) => {
    if (!(fraction > last)) return
    const now = performance.now()
    if (now < nextAt) return
    last = Math.min(fraction, 1)
    nextAt = now + PROGRESS_MILLIS
    send(last)
  }
}

const residentAfter = (task: Task): number => {
  const resident = process.memoryUsage.rss()
  if (resident <= task.collectAbove) return resident
  Bun.gc(true)
  return process.memoryUsage.rss()
}

const failureOf = (task: Task, thrown: unknown): Message => {
  const error = Runtime.isFiberFailure(thrown) ? Cause.squash(thrown[Runtime.FiberFailureCauseId]) : thrown
  if (error instanceof JobRefused) {
    const { code, reason, line } = error
    return { type: "refused", code, reason, line, resident: residentAfter(task) }
  }
  const { name, stack } = error instanceof Error ? error : { name: typeof error, stack: String(error) }
  const memory = error instanceof RangeError && /out of memory/i.test(error.message)
  return { type: "threw", name, memory, stack: stack ?? "" }
}

/** How often a child works for nobody while it waits for its first job. */
const WARM_UPS = 20

/**
 * Serves the jobs of the table to the supervisor that started this process, one after the other, until it goes.
 * To be called once, by the module that is the entry of the child.
 *
 * @param warmUp work like that of the jobs, done a few times until the first one comes: the engine has compiled by then
 * what they need
 */
export const serve = (
  jobs: Readonly<Record<string, JobFunction>>,
  warmUp: () => Promise<unknown> = () => Promise.resolve()
): void => {
  const home = process.cwd()
  const send = (message: Message) => process.send!(message)

  const perform = async (task: Task): Promise<Message> => {
    try {
      const job = Object.hasOwn(jobs, task.name) ? jobs[task.name] : undefined
      if (job === undefined) throw new Error(`No job is called ${task.name}`)
      process.chdir(task.scratch)
      const progress = progressOf((fraction) => send({ type: "progress", fraction }))
      const value = await job(task.input, { scratch: task.scratch, progress })
      return { type: "answer", value, resident: residentAfter(task) }
    } catch (error) {
      return failureOf(task, error)
    } finally {
      process.chdir(home)
    }
  }

  let isIdle = true
  const work = async (task: Task) => {
    isIdle = false
    const message = await perform(task)
    try {
      send(message)
    } catch (error) {
      send(failureOf(task, error))
    }
  }

  // Sent to the supervisor's whole group or terminal; it decides when work ends, and then kills.
  process.on("SIGTERM", () => {})
  process.on("SIGINT", () => {})
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"))
  process.on("message", (task: Task) => void work(task))
  const pulse = new Worker(new URL("Pulse.ts", import.meta.url).href)
  pulse.addEventListener("error", () => process.kill(process.pid, "SIGKILL"))
  send({ type: "ready" })
  const warm = async () => {
    for (let i = 0; i < WARM_UPS && isIdle; i++) await warmUp()
  }
  // A child that could not warm up is slower for a while, and works.
  void warm().catch(() => {})
}
