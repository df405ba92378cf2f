import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Overloaded } from "../domain/Errors.ts"
import { sentenceOf } from "../domain/Limit.ts"
import { limits } from "../domain/Limits.ts"
import type { FromThread, ToThread, Work } from "./ThreadJobs.ts"
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

/** Pieces that a thread generates one at a time, after a job. */
export interface PieceStream<W extends Work> {
  /** The answer of the job. */
  readonly answer: W["answer"]
  /**
   * Returns the next piece, or null after the last one. Between two pieces the thread does other work. Fails with
   * `JobFailed` if the piece takes over `budgetMs`, the generator throws, or the thread ended.
   */
  readonly next: (budgetMs: number) => Effect.Effect<Uint8Array<ArrayBuffer> | null, JobFailed>
}

export interface StreamingThreads<W extends Work> extends Threads<W> {
  /**
   * Runs a job whose outcome has pieces. The stream ends, wherever it is, when the scope closes. Fails like `run`.
   */
  readonly stream: (
    user: string,
    request: W["request"],
    sent: Sent<W>
  ) => Effect.Effect<PieceStream<W>, W["failure"] | JobFailed | Overloaded, Scope.Scope>
}

type Outcome<W extends Work> = Effect.Effect<Result<W>, W["failure"] | JobFailed>
type Result<W extends Work> = W["answer"] | Uint8Array<ArrayBuffer> | null

/** A stream of a thread, which is null until its job has been sent to one. */
interface Stream<W extends Work> {
  readonly id: number
  thread: Thread<W> | null
}

/** A job, or the next piece of a stream. */
interface Turn<W extends Work> {
  readonly user: string
  readonly budgetMs: number | undefined
  readonly sent: { readonly request: W["request"]; readonly sent: Sent<W> } | null
  readonly stream: Stream<W> | null
  readonly settle: (outcome: Outcome<W>) => void
}

interface Thread<W extends Work> {
  readonly worker: Worker
  readonly memory: ThreadMemory.ThreadMemory
  readonly streams: Set<Stream<W>>
  /** Pieces that are waited for. They alternate with jobs, so that neither keeps the other from the thread. */
  readonly pieces: TurnQueue.TurnQueue<Turn<W>>
  hadPiece: boolean
  job: Turn<W> | null
  /** Timeout of the running job; while idle, the time until the thread is stopped. */
  timer: ReturnType<typeof setTimeout> | undefined
}

const failed = (reason: string) => new JobFailed({ reason, isDefect: false })
export const thrown = (reason: string) => new JobFailed({ reason, isDefect: true })

/**
 * Makes a pool of threads that run one job each at a time. When the scope closes the threads end; running and later
 * jobs fail.
 */
export const make = <W extends Work>(options: Options<W>): Effect.Effect<StreamingThreads<W>, never, Scope.Scope> =>
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
  const queue = TurnQueue.make<Turn<W>>(options.mostWaiting ?? mostWaiting)
  const state = { closed: false, streams: 0 }

  const start = (): Thread<W> => {
    const worker = new Worker(script)
    const memory = ThreadMemory.make(options.things, (message) => worker.postMessage(message), options.sizeOf)
    const thread: Thread<W> = {
      worker,
      memory,
      streams: new Set(),
      pieces: TurnQueue.make({ ofUser: Infinity, inAll: Infinity }),
      hadPiece: false,
      job: null,
      timer: undefined
    }
    worker.addEventListener("message", ({ data }: MessageEvent<FromThread<W>>) => {
      if (threads.has(thread)) finish(thread, outcomeOf(data))
    })
    worker.addEventListener("error", ({ message }) => end(thread, message))
    worker.addEventListener("close", () => end(thread, "the thread ended"))
    threads.add(thread)
    return thread
  }

  const finish = (thread: Thread<W>, outcome: Outcome<W>): void => {
    const { job } = thread
    thread.job = null
    rest(thread)
    job?.settle(outcome)
    serve()
  }

  /** Stops the thread after a while, unless it is needed. */
  const rest = (thread: Thread<W>): void => {
    clearTimeout(thread.timer)
    if (options.idleMs === undefined || thread.streams.size > 0) return
    thread.timer = setTimeout(() => retire(thread), options.idleMs)
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
    thread.job?.settle(failed(reason))
    for (let piece = thread.pieces.take(); piece !== undefined; piece = thread.pieces.take()) {
      piece.settle(failed(reason))
    }
    serve()
  }

  const tell = (thread: Thread<W>, message: ToThread<W>, transfer: ReadonlyArray<ArrayBuffer> = []): void =>
    thread.worker.postMessage(message, [...transfer])

  const send = (thread: Thread<W>, job: Turn<W>): void => {
    const { budgetMs, sent, stream } = job
    thread.job = job
    thread.hadPiece = sent === null
    clearTimeout(thread.timer)
    if (budgetMs !== undefined) {
      thread.timer = setTimeout(() => end(thread, `the job took over ${budgetMs} ms`), budgetMs)
    }
    if (sent === null) return tell(thread, { kind: "Next", stream: stream!.id })
    try {
      const things = thread.memory.numbersOf(sent.sent.things)
      const message = { kind: "Job", stream: stream?.id ?? 0, request: sent.request, things } as const
      tell(thread, message, sent.sent.transfer)
    } catch (error) {
      return finish(thread, thrown(`what cannot be sent: ${String(error)}`))
    }
    if (stream === null) return
    stream.thread = thread
    thread.streams.add(stream)
  }

  /** Ends a stream. Its thread drops it after what it is doing. */
  const drop = (stream: Stream<W>): void => {
    const { thread } = stream
    if (thread === null || !thread.streams.delete(stream) || !threads.has(thread)) return
    tell(thread, { kind: "Drop", stream: stream.id })
    if (thread.job === null) rest(thread)
  }

  const hasTurn = (user: string): boolean =>
    threads.values().reduce((sum, { job }) => sum + (job?.user === user ? 1 : 0), 0) < mostOfUser

  /** Returns what is done next, and the thread for it; undefined if nothing can be done now. */
  const nextTurn = (): readonly [Thread<W>, Turn<W>] | undefined => {
    const idle = [...threads].filter(({ job }) => job === null)
    const pieceOf = (waiting: ReadonlyArray<Thread<W>>): readonly [Thread<W>, Turn<W>] | undefined => {
      for (const thread of waiting) {
        const piece = thread.pieces.take(hasTurn)
        if (piece !== undefined) return [thread, piece]
      }
      return undefined
    }
    const piece = pieceOf(idle.filter(({ hadPiece }) => !hadPiece))
    if (piece !== undefined) return piece
    const [thread] = idle.toSorted((a, b) => a.streams.size - b.streams.size)
    const job = thread === undefined && threads.size >= most ? undefined : queue.take(hasTurn)
    return job === undefined ? pieceOf(idle) : [thread ?? start(), job]
  }

  const serve = (): void => {
    while (!state.closed) {
      const next = nextTurn()
      if (next === undefined) return
      send(...next)
    }
  }

  const close = (): void => {
    state.closed = true
    for (const thread of threads) end(thread, "the pool is closed")
    for (let job = queue.take(); job !== undefined; job = queue.take()) job.settle(failed("the pool is closed"))
  }

  /** Waits for a thread to run a job. */
  const ran = (user: string, request: W["request"], sent: Sent<W>, stream: Stream<W> | null) =>
    Effect.async<W["answer"], W["failure"] | JobFailed | Overloaded>((resume) => {
      if (state.closed) return resume(failed("the pool is closed"))
      const { budgetMs = usualBudgetMs } = sent
      const job: Turn<W> = { user, budgetMs, sent: { request, sent }, stream, settle: resume }
      if (!queue.offer(user, job)) {
        return resume(new Overloaded({ details: sentenceOf(limits.jobsWaiting) }))
      }
      serve()
      return Effect.sync(() => queue.remove(user, job))
    })

  const run: Threads<W>["run"] = (user, request, sent) => ran(user, request, sent, null)

  const pieceOf = (user: string, stream: Stream<W>, budgetMs: number) =>
    Effect.async<Uint8Array<ArrayBuffer> | null, JobFailed>((resume) => {
      const thread = stream.thread!
      if (!threads.has(thread)) return resume(failed("the thread ended"))
      const settle = resume as Turn<W>["settle"]
      const piece: Turn<W> = { user, budgetMs, sent: null, stream, settle }
      thread.pieces.offer(user, piece)
      serve()
      return Effect.sync(() => thread.pieces.remove(user, piece))
    })

  const stream: StreamingThreads<W>["stream"] = (user, request, sent) =>
    Effect.acquireRelease(
      Effect.sync((): Stream<W> => ({ id: ++state.streams, thread: null })),
      (stream) => Effect.sync(() => drop(stream))
    ).pipe(
      Effect.flatMap((stream) =>
        Effect.map(ran(user, request, sent, stream), (answer) => ({
          answer,
          next: (budgetMs) => pieceOf(user, stream, budgetMs)
        }))
      )
    )

  const forget = (thing: object): void => {
    for (const { memory } of threads) memory.forget(thing)
  }

  const keepWarm = (): void => {
    if (options.warm === true && !state.closed && threads.size === 0 && most > 0) start()
  }

  keepWarm()
  return { threads: { run, stream, forget }, close }
}

/** Returns what a message of a thread says. */
export const outcomeOf = <W extends Work>(data: FromThread<W>): Outcome<W> => {
  if ("answer" in data) return Effect.succeed(data.answer)
  if ("piece" in data) return Effect.succeed(data.piece)
  return "failure" in data ? Effect.fail(data.failure) : thrown(data.broken)
}
