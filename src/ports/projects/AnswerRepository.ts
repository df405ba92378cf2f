import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { IdempotencyKeyReused, TooManyRequests } from "../../domain/Errors.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Found, Written } from "../Stored.ts"

/** A stored response: enough to repeat it byte for byte. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Identifies the request that a response belongs to. */
export interface AnswerKey {
  readonly userId: UserId
  readonly path: string
  /** The caller's `Idempotency-Key`. */
  readonly key: string
  /** SHA-256 of the body, hex. */
  readonly bodyHash: string
}

/** Responses stored under the caller's `Idempotency-Key` for 24 hours (contract section 2.10). */
export class AnswerRepository extends Context.Tag("ports/AnswerRepository")<
  AnswerRepository,
  {
    /**
     * Returns the response stored under the key, if there is one yet. Fails with `IdempotencyKeyReused` if the key was
     * used with another body.
     */
    readonly find: (key: AnswerKey) => Found<KeptAnswer, IdempotencyKeyReused>
    /**
     * Returns the response stored under the key, or runs `work` and stores its response in the same transaction as
     * everything that `work` writes: either both are stored or neither. A concurrent duplicate waits. If `work` fails,
     * neither the error nor anything it wrote is stored. No other writer can proceed meanwhile, so `work` must do
     * nothing but write.
     *
     * Fails with `IdempotencyKeyReused` if the key was used with another body, `TooManyRequests` if 100,000 responses
     * of the user are stored.
     */
    readonly once: <E, R>(
      key: AnswerKey,
      work: Effect.Effect<KeptAnswer, E, R>
    ) => Written<KeptAnswer, E | IdempotencyKeyReused | TooManyRequests, R>
  }
>() {}
