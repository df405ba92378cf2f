import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { BlobNotFound, BlobStoreUnavailable } from "../../../src/ports/BlobStore.ts"

/** The failure of a request to the bucket. */
export class GcsFailure extends Data.TaggedError("GcsFailure")<{
  /** The status of the answer; 0 if there was none or it was invalid. */
  readonly status: number
  /** The reason, for the log and for operators. It contains no URL, key or token. */
  readonly reason: string
}> {}

/** Returns the failure of a request without a valid answer: the connection was refused or lost, or it timed out. */
export const unanswered = (reason: string): GcsFailure => new GcsFailure({ status: 0, reason })

const mostReason = 300

/** Returns a reason on one line, of at most 300 characters. */
export const reasonOf = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, mostReason)

/** Returns a failure of Google's client. It has no status, so it counts as transient. */
export const failed = (what: string, cause: unknown): GcsFailure =>
  unanswered(reasonOf(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`))

/** Returns whether to retry. Source: "Retry strategy" of the documentation of Cloud Storage. */
export const isTransient = ({ status }: GcsFailure): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500

/** Returns whether the object, or that generation of it, does not exist. A missing bucket has the same status. */
export const isMissing = ({ reason, status }: GcsFailure): boolean =>
  status === 404 && !/specified bucket does not exist/i.test(reason)

/** Logs the failure and fails with the error of the port, which says less. */
export const unavailable = (failure: GcsFailure): Effect.Effect<never, BlobStoreUnavailable> =>
  Effect.zipRight(
    Effect.logWarning("The bucket failed").pipe(
      Effect.annotateLogs({ status: failure.status, reason: failure.reason })
    ),
    new BlobStoreUnavailable({ reason: failure.status === 0 ? failure.reason : `HTTP ${failure.status}` })
  )

/**
 * Adds a timeout to the effect. It applies even in an uninterruptible region, because cleaning up must not hang either.
 */
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

/** Turns every failure of the bucket into `BlobStoreUnavailable`. */
export const orUnavailable = translated(unavailable)

/** Turns a missing object into `BlobNotFound` and every other failure of the bucket into `BlobStoreUnavailable`. */
export const orNotFound = (key: string) =>
  translated<BlobNotFound | BlobStoreUnavailable>((failure) =>
    isMissing(failure) ? new BlobNotFound({ key }) : unavailable(failure)
  )
