import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { BlobNotFound, BlobStoreUnavailable } from "../../../src/ports/BlobStore.ts"

/** What the bucket answered, or why it did not. */
export class GcsFailure extends Data.TaggedError("GcsFailure")<{
  /** The status of its answer; 0 where there was none, or one that cannot be right. */
  readonly status: number
  /** For the log and for operators: no URL, no key, no token. */
  readonly reason: string
}> {}

/** There was no answer: the connection was refused or lost, or the time was over. */
export const unanswered = (reason: string): GcsFailure => new GcsFailure({ status: 0, reason })

const mostReason = 300

/** A reason on one line, of a length for a log. */
export const reasonOf = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, mostReason)

/** What Google's client failed with, which has no status: most of it may pass. */
export const failed = (what: string, cause: unknown): GcsFailure =>
  unanswered(reasonOf(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`))

/** What is to be sent again. Source: "Retry strategy" of the documentation of Cloud Storage. */
export const isTransient = ({ status }: GcsFailure): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500

/** There is no such object, or none of that generation; the same status says that the bucket is gone. */
export const isMissing = ({ reason, status }: GcsFailure): boolean =>
  status === 404 && !/specified bucket does not exist/i.test(reason)

/** The failure as users of the port know it; the log says more. */
export const unavailable = (failure: GcsFailure): Effect.Effect<never, BlobStoreUnavailable> =>
  Effect.zipRight(
    Effect.logWarning("The bucket failed").pipe(
      Effect.annotateLogs({ status: failure.status, reason: failure.reason })
    ),
    new BlobStoreUnavailable({ reason: failure.status === 0 ? failure.reason : `HTTP ${failure.status}` })
  )

/** Ends the effect after the time, where interruption is switched off too: what cleans up must not hang either. */
export const within =
  (duration: Duration.DurationInput, reason: string) =>
  <A, R>(effect: Effect.Effect<A, GcsFailure, R>): Effect.Effect<A, GcsFailure, R> =>
    Effect.timeoutFail(Effect.interruptible(effect), { duration, onTimeout: () => unanswered(reason) })

const translated =
  <F>(translate: (failure: GcsFailure) => Effect.Effect<never, F>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, GcsFailure> | F, R> =>
    Effect.catchAll(effect, (error): Effect.Effect<never, Exclude<E, GcsFailure> | F> =>
      error instanceof GcsFailure ? translate(error) : Effect.fail(error as Exclude<E, GcsFailure>)
    )

/** Whatever the bucket failed with, it does not serve. */
export const orUnavailable = translated(unavailable)

/** The same, but for an object that is not there. */
export const orNotFound = (key: string) =>
  translated<BlobNotFound | BlobStoreUnavailable>((failure) =>
    isMissing(failure) ? new BlobNotFound({ key }) : unavailable(failure)
  )
