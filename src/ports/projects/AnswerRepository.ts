import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { IdempotencyKeyReused, TooManyRequests } from "../../domain/Errors.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Found, Written } from "../Stored.ts"

/** An answer as it is kept: enough to give it again byte for byte. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Which request an answer belongs to. */
export interface AnswerKey {
  readonly userId: UserId
  readonly path: string
  /** The caller's `Idempotency-Key`. */
  readonly key: string
  /** SHA-256 of the body, hex. */
  readonly bodyHash: string
}

/** Answers kept under the caller's `Idempotency-Key` for 24 hours (contract section 2.10). */
export class AnswerRepository extends Context.Tag("ports/AnswerRepository")<
  AnswerRepository,
  {
    /** The answer kept under the key by now. Fails: `IdempotencyKeyReused` where the key came with another body. */
    readonly find: (key: AnswerKey) => Found<KeptAnswer, IdempotencyKeyReused>
    /**
     * The answer kept under the key, or else the one of `work`, which is kept in the same transaction as all that the
     * work writes: either both are there afterwards or neither. A parallel duplicate waits. An answer that `work` fails
     * with is not kept, and nothing that it wrote. Nobody else may write meanwhile: `work` does nothing but that.
     *
     * Fails: `IdempotencyKeyReused` where the key came with another body, `TooManyRequests` where 100,000 answers of the
     * user are kept.
     */
    readonly once: <E, R>(
      key: AnswerKey,
      work: Effect.Effect<KeptAnswer, E, R>
    ) => Written<KeptAnswer, E | IdempotencyKeyReused | TooManyRequests, R>
  }
>() {}
