import { createHash } from "node:crypto"
import { Effect } from "effect"
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
 */
export const make = Effect.map(AnswerRepository, (answers) => {
  return (
    request: Request,
    userId: UserId,
    path: string,
    bodyHash: string,
    work: Effect.Effect<Response, WireError>,
    failed: (error: WireError) => Response
  ): Effect.Effect<Response, WireError> =>
    Effect.flatMap(keyOf(request.headers), (key) => {
      if (key === null) return work
      const kept = work.pipe(
        Effect.catchIf(isKept, (error) => Effect.succeed(failed(error))),
        Effect.flatMap((response) => Effect.promise(() => keep(response)))
      )
      return Effect.map(
        answers.once({ userId, path, key, bodyHash }, kept),
        (answer) => new Response(answer.body, { status: answer.status, headers: answer.headers })
      )
    })
})
