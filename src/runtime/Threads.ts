import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Overloaded } from "../domain/Errors.ts"
import { sentenceOf } from "../domain/Limit.ts"
import { limits } from "../domain/Limits.ts"
import type { FromThread, Run, ToThread, Work } from "./ThreadJobs.ts"
import * as ThreadMemory from "./ThreadMemory.ts"
import * as TurnQueue from "./TurnQueue.ts"

/**
 * The job threw, which is a defect of its code (`isDefect`); otherwise it exceeded its timeout, or its thread ended.
 */
export class JobFailed extends Schema.TaggedError<JobFailed>()("JobFailed", {
  reason: Schema.String,
  isDefect: Schema.Boolean
}) {
  override get message() {
    return this.reason
  }
}

/** Limits on the jobs that wait for a thread. */
const mostWaiting: TurnQueue.Limits = { ofUser: limits.jobsOfUserWaiting.most, inAll: limits.jobsWaiting.most }

export interface Options<W extends Work> {
  /** Script of the threads, which calls `ThreadJobs.serve`. */
  readonly script: URL
  /** Largest number of threads. They are started on demand. */
  readonly threads: number
  /**
   * Starts the first thread at once, and a new one when the last idle one was stopped, so that no job waits for a
   * start.
   */
  readonly warm?: boolean
  /** Timeout of a job that has none of its own. A job that takes longer fails, and its thread is replaced. */
  readonly budgetMs?: number
  /** Time without a job after which a thread that has had one is stopped, which frees its memory. Default: never. */
  readonly idleMs?: number
  /** Callback for the end of the thread with that `threadId`, for whatever reason. */
  readonly onEnd?: (threadId: number) => void
  readonly mostWaiting?: TurnQueue.Limits
  /** Largest number of threads that the jobs of one user take at a time. Default: all. */
  readonly mostOfUser?: number
  /** Largest number of things that a thread remembers per name, or their total size if `sizeOf` is given. */
  readonly things: Readonly<Record<keyof W["things"], number>>
  readonly sizeOf?: ThreadMemory.SizeOf
}

interface Sent<W extends Work> {
  readonly things: W["things"]
  /** Buffers that are transferred to the thread with the job and cannot be used here afterwards. */
  readonly transfer?: ReadonlyArray<ArrayBuffer>
  /** Timeout of the job instead of the pool's. */
  readonly budgetMs?: number
}

export interface Threads<W extends Work> {
  /**
   * Runs a job on a thread. Users take turns. If the fiber is interrupted, a waiting job is removed from the queue; the
   * result of a running job is dropped.
   *
   * Fails with the failure of the job, with `JobFailed`, or with `Overloaded` if too many jobs wait already.
   */
  readonly run: (
    user: string,
    request: W["request"],
    sent: Sent<W>
  ) => Effect.Effect<W["answer"], W["failure"] | JobFailed | Overloaded>
  /** Makes all threads forget a thing that is no longer needed. */
  readonly forget: (thing: object) => void
}

interface Job<W extends Work> extends Sent<W> {
  readonly user: string
  readonly request: W["request"]
  readonly settle: (outcome: Effect.Effect<W["answer"], W["failure"] | JobFailed>) => void
}

interface Thread<W extends Work> {
  readonly worker: Worker
  readonly memory: ThreadMemory.ThreadMemory
  job: Job<W> | null
  /** Timeout of the running job; while idle, the time until the thread is stopped. */
  timer: ReturnType<typeof setTimeout> | undefined
}

const failed = (reason: string) => new JobFailed({ reason, isDefect: false })
const thrown = (reason: string) => new JobFailed({ reason, isDefect: true })

/**
 * Makes a pool of threads that run one job each at a time. When the scope closes the threads end; running and later
 * jobs fail.
 */
export const make = <W extends Work>(options: Options<W>): Effect.Effect<Threads<W>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => open(options)),
      ({ close }) => Effect.sync(close)
    ),
    ({ threads }) => threads
  )

const open = <W extends Work>({
  budgetMs: usualBudgetMs,
  mostOfUser = Infinity,
  script,
  threads: most,
  ...options
}: Options<W>) => {
  const threads = new Set<Thread<W>>()
  const queue = TurnQueue.make<Job<W>>(options.mostWaiting ?? mostWaiting)
  const state = { closed: false }

  const start = (): Thread<W> => {
    const worker = new Worker(script)
    const memory = ThreadMemory.make(options.things, (message) => worker.postMessage(message), options.sizeOf)
    const thread: Thread<W> = { worker, memory, job: null, timer: undefined }
    worker.addEventListener("message", ({ data }: MessageEvent<FromThread<W>>) => {
      if (threads.has(thread)) finish(thread, outcomeOf(data))
    })
    worker.addEventListener("error", ({ message }) => end(thread, message))
    worker.addEventListener("close", () => end(thread, "the thread ended"))
    threads.add(thread)
    return thread
  }

  const finish = (thread: Thread<W>, outcome: Parameters<Job<W>["settle"]>[0]): void => {
    clearTimeout(thread.timer)
    const { job } = thread
    thread.job = null
    if (options.idleMs !== undefined) thread.timer = setTimeout(() => retire(thread), options.idleMs)
    job?.settle(outcome)
    serve()
  }

  const retire = (thread: Thread<W>): void => {
    end(thread, "the thread had nothing to do")
    keepWarm()
  }

  const end = (thread: Thread<W>, reason: string): void => {
    if (!threads.delete(thread)) return
    const { threadId } = thread.worker
    thread.worker.terminate()
    clearTimeout(thread.timer)
    options.onEnd?.(threadId)
    const { job } = thread
    job?.settle(failed(reason))
    serve()
  }

  const send = (thread: Thread<W>, job: Job<W>): void => {
    thread.job = job
    clearTimeout(thread.timer)
    const { budgetMs = usualBudgetMs } = job
    if (budgetMs !== undefined) {
      thread.timer = setTimeout(() => end(thread, `the job took over ${budgetMs} ms`), budgetMs)
    }
    try {
      const things = thread.memory.numbersOf(job.things)
      const message: ToThread<W> = { kind: "Job", request: job.request, things }
      thread.worker.postMessage(message, [...(job.transfer ?? [])])
    } catch (error) {
      finish(thread, thrown(`what cannot be sent: ${String(error)}`))
    }
  }

  const hasTurn = (user: string): boolean =>
    threads.values().reduce((sum, { job }) => sum + (job?.user === user ? 1 : 0), 0) < mostOfUser

  const serve = (): void => {
    while (!state.closed) {
      const idle = [...threads].find(({ job }) => job === null)
      if (idle === undefined && threads.size >= most) return
      const job = queue.take(hasTurn)
      if (job === undefined) return
      send(idle ?? start(), job)
    }
  }

  const close = (): void => {
    state.closed = true
    for (const thread of threads) end(thread, "the pool is closed")
    for (let job = queue.take(); job !== undefined; job = queue.take()) job.settle(failed("the pool is closed"))
  }

  const run: Threads<W>["run"] = (user, request, sent) =>
    Effect.async((resume) => {
      if (state.closed) return resume(failed("the pool is closed"))
      const job: Job<W> = { ...sent, user, request, settle: resume }
      if (!queue.offer(user, job)) {
        return resume(new Overloaded({ details: sentenceOf(limits.jobsWaiting) }))
      }
      serve()
      return Effect.sync(() => queue.remove(user, job))
    })

  const forget = (thing: object): void => {
    for (const { memory } of threads) memory.forget(thing)
  }

  const keepWarm = (): void => {
    if (options.warm === true && !state.closed && threads.size === 0 && most > 0) start()
  }

  keepWarm()
  return { threads: { run, forget }, close }
}

/** Runs jobs on the calling thread at once, for cases in which starting a thread takes longer than all of the work. */
export const calling = <W extends Work>(work: Run<W>): Threads<W> => ({
  run: (_user, request, { things }) =>
    Effect.flatMap(
      Effect.try({ try: () => work(request, things), catch: (error) => thrown(String(error)) }),
      outcomeOf
    ),
  forget: () => {}
})

const outcomeOf = <W extends Work>(data: FromThread<W>): Effect.Effect<W["answer"], W["failure"] | JobFailed> => {
  if ("answer" in data) return Effect.succeed(data.answer)
  return "failure" in data ? Effect.fail(data.failure) : thrown(data.broken)
}
