import { Deferred, Effect, Either, FiberId, Queue } from "effect"
import { type Job, type JobCrashed, JobRefused } from "../ports/Computation.ts"
import type { ChildProcess } from "./ChildProcess.ts"
import * as Death from "./Death.ts"
import type { Message } from "./Protocol.ts"

export interface Hooks {
  readonly onProgress: (fraction: number) => Effect.Effect<void>
  readonly onAlive: Effect.Effect<void>
}

/** What a child answered, and its resident size after it, in bytes. */
export interface Outcome {
  readonly result: Either.Either<unknown, JobRefused>
  readonly resident: number
}

const outcomeOf = (job: Job, message: Message): Effect.Effect<Outcome, JobCrashed> | null => {
  switch (message.type) {
    case "answer":
      return Effect.succeed({ result: Either.right(message.value), resident: message.resident })
    case "refused": {
      const { code, reason, line, resident } = message
      const refusal = new JobRefused({ code, reason, line })
      return Effect.succeed({ result: Either.left(refusal), resident })
    }
    case "threw":
      return Effect.logError("A job threw").pipe(
        Effect.annotateLogs({ stack: message.stack }),
        Effect.zipRight(Effect.fail(message.memory ? Death.outOfMemory : Death.threw(job.name, message.name)))
      )
    default:
      return null
  }
}

/** Runs the hook for the newest element, over and over; elements that come meanwhile replace each other. */
const follow = <A>(queue: Queue.Dequeue<A>, hook: (a: A) => Effect.Effect<void>) =>
  Queue.take(queue).pipe(
    Effect.flatMap(hook),
    Effect.catchAllCause((cause) => Effect.logError("A hook of a job failed", cause)),
    Effect.forever,
    Effect.forkScoped
  )

/**
 * Has the child do the job. Interrupting it leaves the child at work: who does so kills it.
 *
 * @param collectAbove bytes; a child that is larger after the work collects its garbage first
 */
export const execute = (
  child: ChildProcess,
  job: Job,
  scratch: string,
  collectAbove: number,
  hooks: Hooks
): Effect.Effect<Outcome, JobCrashed> =>
  Effect.gen(function* () {
    const answered = Deferred.unsafeMake<Effect.Effect<Outcome, JobCrashed>>(FiberId.none)
    const fractions = yield* Queue.sliding<number>(1)
    const pongs = yield* Queue.sliding<true>(1)
    yield* follow(fractions, hooks.onProgress)
    yield* follow(pongs, () => hooks.onAlive)
    yield* Effect.addFinalizer(() => Effect.sync(child.forget))

    const onMessage = (message: Message) => {
      const outcome = outcomeOf(job, message)
      if (outcome !== null) Deferred.unsafeDone(answered, Effect.succeed(outcome))
      else if (message.type === "progress") fractions.unsafeOffer(message.fraction)
    }
    const died = Effect.flatMap(child.death, (reason) => Effect.fail(reason))
    yield* Effect.try(() =>
      child.send(
        { name: job.name, input: job.input, scratch, collectAbove },
        { onMessage, onPong: () => pongs.unsafeOffer(true) }
      )
    ).pipe(
      // The channel is closed: the child is about to end, or has.
      Effect.catchAll(() =>
        Effect.zipRight(
          Effect.sync(() => child.kill(Death.ended)),
          died
        )
      )
    )
    return yield* Effect.flatten(Effect.raceFirst(Deferred.await(answered), died))
  }).pipe(Effect.scoped)
