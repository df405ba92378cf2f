import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Overloaded } from "../domain/Errors.ts"
import * as Mailbox from "./Mailbox.ts"
import type { FromThread, Run, ToThread, Work } from "./ThreadJobs.ts"
import * as ThreadMemory from "./ThreadMemory.ts"
import * as TurnQueue from "./TurnQueue.ts"

/** The job threw, which is a defect of its code; else it ran out of its time, or its thread died. */
export class JobFailed extends Schema.TaggedError<JobFailed>()("JobFailed", {
  reason: Schema.String,
  isDefect: Schema.Boolean
}) {
  override get message() {
    return this.reason
  }
}

/** Jobs that wait for a thread: more would wait longer than anybody stays. */
const mostWaiting: TurnQueue.Limits = { ofUser: 256, inAll: 1024 }

/** Milliseconds of one turn of the event loop in which callers wait on the spot. */
const mostWaitedMs = 2

/** Jobs that are over sooner than the event loop turns: their callers wait for the answer on the spot. */
export interface Brief<W extends Work> {
  readonly is: (request: W["request"]) => boolean
  /** How long, at most; less than one. What takes longer answers like any other job. */
  readonly milliseconds: number
}

export interface Options<W extends Work> {
  /** What the threads run: it calls `ThreadJobs.serve`. */
  readonly script: URL
  /** At most; they are started when they are needed. */
  readonly threads: number
  /** Starts the first thread at once, and another where the last one has had its rest, so that no job waits for it. */
  readonly warm?: boolean
  /** A job that takes longer fails, its thread is replaced. */
  readonly budgetMs?: number
  /** A thread that has had no job for so long since its last one ends: what it has gathered goes with it. By default none. */
  readonly idleMs?: number
  /** The thread of that `threadId` has ended, for whatever reason. */
  readonly onEnd?: (threadId: number) => void
  readonly mostWaiting?: TurnQueue.Limits
  /** By default none. */
  readonly brief?: Brief<W>
  /** Threads that one user's jobs take at a time; by default all. */
  readonly mostOfUser?: number
  /** How many things of each name a thread remembers, or how much of them by their sizes. */
  readonly things: Readonly<Record<keyof W["things"], number>>
  readonly sizeOf?: ThreadMemory.SizeOf
}

interface Sent<W extends Work> {
  readonly things: W["things"]
  /** Goes to the thread when the job does, and is gone here. */
  readonly transfer?: ReadonlyArray<ArrayBuffer>
}

export interface Threads<W extends Work> {
  /**
   * Does a job on a thread. Users take turns; a job whose fiber is interrupted is taken out of the queue or, where it
   * runs already, comes to its end for nobody.
   *
   * Fails with what the job fails with; `JobFailed`; `Overloaded` where too much waits already.
   */
  readonly run: (
    user: string,
    request: W["request"],
    sent: Sent<W>
  ) => Effect.Effect<W["answer"], W["failure"] | JobFailed | Overloaded>
  /** A thing is no longer asked for: threads let go of it. */
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
  /** Where its answers come if they may be waited for. */
  readonly mailbox: Mailbox.Mailbox | null
  job: Job<W> | null
  /** Of the budget of its job, or of its rest. */
  timer: ReturnType<typeof setTimeout> | undefined
}

const failed = (reason: string) => new JobFailed({ reason, isDefect: false })
const thrown = (reason: string) => new JobFailed({ reason, isDefect: true })

/** Threads that do one job each at a time. When the scope closes they end; jobs under way and later ones fail. */
export const make = <W extends Work>(options: Options<W>): Effect.Effect<Threads<W>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => open(options)),
      ({ close }) => Effect.sync(close)
    ),
    ({ threads }) => threads
  )

const open = <W extends Work>({
  brief,
  budgetMs,
  mostOfUser = Infinity,
  script,
  threads: most,
  ...options
}: Options<W>) => {
  const threads = new Set<Thread<W>>()
  const queue = TurnQueue.make<Job<W>>(options.mostWaiting ?? mostWaiting)
  const state = { closed: false }
  /** Milliseconds in which callers have waited since the event loop turned; null: nobody has. */
  let waited: number | null = null

  const start = (): Thread<W> => {
    const worker = new Worker(script)
    const memory = ThreadMemory.make(options.things, (message) => worker.postMessage(message), options.sizeOf)
    const receive = (data: unknown): void => {
      if (threads.has(thread)) finish(thread, outcomeOf(data as FromThread<W>))
    }
    const mailbox = brief === undefined ? null : Mailbox.make(receive)
    const thread: Thread<W> = { worker, memory, mailbox, job: null, timer: undefined }
    if (mailbox !== null) worker.postMessage({ kind: "Mailbox", mailbox: mailbox.sender }, [mailbox.sender.port])
    worker.addEventListener("message", ({ data }: MessageEvent<FromThread<W>>) => receive(data))
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
    thread.mailbox?.close()
    clearTimeout(thread.timer)
    options.onEnd?.(threadId)
    const { job } = thread
    job?.settle(failed(reason))
    serve()
  }

  const send = (thread: Thread<W>, job: Job<W>): void => {
    thread.job = job
    clearTimeout(thread.timer)
    if (budgetMs !== undefined) {
      thread.timer = setTimeout(() => end(thread, `the job took over ${budgetMs} ms`), budgetMs)
    }
    try {
      const things = thread.memory.numbersOf(job.things)
      const message: ToThread<W> = { kind: "Job", request: job.request, things }
      const count = thread.mailbox?.count() ?? 0
      thread.worker.postMessage(message, [...(job.transfer ?? [])])
      const answer = thread.mailbox === null ? undefined : awaited(job.request, thread.mailbox, count)
      if (answer !== undefined) finish(thread, outcomeOf(answer as FromThread<W>))
    } catch (error) {
      finish(thread, thrown(`what cannot be sent: ${String(error)}`))
    }
  }

  /** The answer to a brief job, if it comes soon. */
  const awaited = (request: W["request"], mailbox: Mailbox.Mailbox, count: number): unknown => {
    if (!brief!.is(request) || (waited ?? 0) >= mostWaitedMs) return undefined
    if (waited === null) setImmediate(() => (waited = null))
    const began = performance.now()
    const answer = mailbox.next(count, brief!.milliseconds)
    waited = (waited ?? 0) + performance.now() - began
    return answer
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
        return resume(new Overloaded({ details: "Too much waits already. Try again later." }))
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

/** Does jobs at once on the calling thread: where starting another takes longer than all that it would do. */
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
