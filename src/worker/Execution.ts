import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Queue from "effect/Queue"
import type { JobCrashed, RunOptions } from "../ports/Computation.ts"
import type { ChildProcess } from "./ChildProcess.ts"
import { whileOthersWait } from "../runtime/FairScheduler.ts"
import * as Crash from "./Crash.ts"
import type { Answer, Message, Task } from "./Protocol.ts"

/**
 * Runs the hook for the newest element, repeatedly; newer elements replace those that still wait. Counts as the
 * service's own work, because leases depend on the hooks and must not wait for the work of users.
 */
const follow = <A>(queue: Queue.Dequeue<A>, hook: (a: A) => Effect.Effect<void>) =>
  Queue.take(queue).pipe(
    Effect.flatMap(hook),
    Effect.catchAllCause((cause) => Effect.logError("A hook of a job failed", cause)),
    Effect.forever,
    Effect.forkScoped,
    whileOthersWait
  )

/** Lets the child do the job. If this is interrupted the child goes on, and the caller must kill it. */
export const execute = (
  child: ChildProcess,
  task: Task,
  { onAlive = () => Effect.void, onProgress = () => Effect.void }: RunOptions
): Effect.Effect<Answer, JobCrashed> =>
  Effect.gen(function* () {
    const answer = Deferred.unsafeMake<Answer, JobCrashed>(FiberId.none)
    const fractions = yield* Queue.sliding<number>(1)
    const pongs = yield* Queue.sliding<number>(1)
    yield* follow(fractions, onProgress)
    yield* follow(pongs, onAlive)

    const threw = ({ memory, name, stack }: Message & { readonly type: "threw" }) =>
      Effect.logError("A job threw").pipe(
        Effect.annotateLogs({ stack }),
        Effect.zipRight(Effect.fail(memory ? Crash.outOfMemory : Crash.threw(task.request._tag, name)))
      )
    const onMessage = (message: Message) => {
      if (message.type === "progress") fractions.unsafeOffer(message.fraction)
      else if (message.type === "answer") Deferred.unsafeDone(answer, Effect.succeed(message))
      else if (message.type === "threw") Deferred.unsafeDone(answer, threw(message))
    }
    // The channel is closed: the child is about to end, or has ended.
    yield* Effect.try(() => child.send(task, { onMessage, onPong: (worked) => pongs.unsafeOffer(worked) })).pipe(
      Effect.catchAll(() => child.kill(Crash.ended))
    )
    return yield* Effect.raceFirst(Deferred.await(answer), Effect.flatMap(child.ended, Effect.fail))
  }).pipe(Effect.scoped)
