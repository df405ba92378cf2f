import process from "node:process"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Job } from "./Job.ts"
import type { Message, Task } from "./Protocol.ts"
import { recording } from "./RecordedSpans.ts"

const PROGRESS_MILLIS = 100

/** Returns a function that passes rising fractions to `send`: the first one at once, then at most ten a second. */
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

const thrown = (error: unknown): Message => {
  const { name, stack } = error instanceof Error ? error : { name: typeof error, stack: String(error) }
  const memory = error instanceof RangeError && /out of memory/i.test(error.message)
  return { type: "threw", name, memory, stack: stack ?? "" }
}

/** Largest number of warm-up runs of a child while it waits for its first job. */
const WARM_UPS = 20

/**
 * Runs the jobs for the supervisor that started this process, one after the other, until the supervisor ends. Called
 * once, by the entry module of the child.
 *
 * @param warmUp work like that of the jobs, repeated a few times until the first job comes, so that the engine has
 * compiled the code that jobs need
 */
export const serve = (jobs: ReadonlyArray<Job>, warmUp: () => Promise<unknown> = () => Promise.resolve()): void => {
  const home = process.cwd()
  const send = (message: Message) => process.send!(message)

  const perform = async (task: Task): Promise<Message> => {
    const { request, scratch } = task
    const progress = progressOf((fraction) => send({ type: "progress", fraction }))
    const { left, spans, tracer } = recording()
    const exit = await Effect.sync(() => process.chdir(scratch)).pipe(
      Effect.flatMap(() => {
        const job = jobs.find(({ tag }) => tag === request._tag)
        return job?.run(request, { scratch, progress }) ?? Effect.die(new Error(`No job is called ${request._tag}`))
      }),
      Effect.ensuring(Effect.sync(() => process.chdir(home))),
      Effect.withSpan(`worker ${request._tag}`, {
        captureStackTrace: false,
        attributes: { "process.pid": process.pid }
      }),
      Effect.withTracer(tracer),
      Effect.withTracerEnabled(task.isTraced),
      Effect.runPromiseExit
    )
    return Exit.isSuccess(exit)
      ? { type: "answer", exit: exit.value, resident: residentAfter(task), spans, spansLeft: left() }
      : thrown(Cause.squash(exit.cause))
  }

  let isIdle = true
  const work = async (task: Task) => {
    isIdle = false
    const message = await perform(task)
    try {
      send(message)
    } catch (error) {
      send(thrown(error))
    }
  }

  // The supervisor's whole group or terminal gets these signals. The supervisor decides when work ends, and then kills.
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
  // A child that could not warm up works, but is slower for a while.
  void warm().catch(() => {})
}
