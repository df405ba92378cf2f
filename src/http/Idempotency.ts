import { createHash } from "node:crypto"
import { Effect, Option, type Scope } from "effect"
import { InvalidHeader } from "../domain/Errors.ts"
import type { UserId } from "../domain/Principal.ts"
import { AnswerRepository, type KeptAnswer } from "../ports/AnswerRepository.ts"
import type { WireError } from "./errors/ErrorTable.ts"
import { describe } from "./errors/ErrorTable.ts"

/** The caller's `Idempotency-Key`, null where there is none. Fails with `InvalidHeader` for what cannot be one. */
const keyOf = (headers: Headers): Effect.Effect<string | null, InvalidHeader> => {
  const key = headers.get("idempotency-key")
  return key === null || /^[\x20-\x7e]{1,128}$/.test(key)
    ? Effect.succeed(key)
    : new InvalidHeader({ details: "Idempotency-Key must have 1 to 128 printable ASCII characters." })
}

const keep = async (response: Response): Promise<KeptAnswer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text()
})

/** What tells one body from another; nothing where the request brings no key. */
export const digestOf = (request: Request, body: Uint8Array): string =>
  request.headers.has("idempotency-key") ? createHash("sha256").update(body).digest("hex") : ""

/** A failure of the caller's is an answer that is given again; what we failed at is tried anew. */
const isKept = (error: WireError): boolean => describe(error).status < 429

/**
 * Gives the first answer again to a request that is repeated with its `Idempotency-Key` (contract section 2.10).
 * `failed` writes a failure as the endpoint's answer.
 *
 * What `prepared` does is done outside of the transaction that keeps the answer, what it gives within.
 */
export const make = Effect.map(AnswerRepository, (answers) => {
  return (
    request: Request,
    userId: UserId,
    path: string,
    bodyHash: string,
    prepared: Effect.Effect<Effect.Effect<Response, WireError>, WireError, Scope.Scope>,
    failed: (error: WireError) => Response
  ): Effect.Effect<Response, WireError> =>
    Effect.flatMap(keyOf(request.headers), (key) => {
      if (key === null) return Effect.scoped(Effect.flatten(prepared))
      const place = { userId, path, key, bodyHash }
      const first = prepared.pipe(
        Effect.catchIf(isKept, (error) => Effect.succeed(Effect.fail(error))),
        Effect.map(Effect.catchIf(isKept, (error) => Effect.succeed(failed(error)))),
        Effect.flatMap((commit) =>
          answers.once(
            place,
            Effect.flatMap(commit, (response) => Effect.promise(() => keep(response)))
          )
        ),
        Effect.scoped
      )
      return answers.find(place).pipe(
        Effect.flatMap(Option.match({ onNone: () => first, onSome: Effect.succeed })),
        Effect.map((answer) => new Response(answer.body, { status: answer.status, headers: answer.headers }))
      )
    })
})
