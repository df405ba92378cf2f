import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { UserId } from "../../domain/Principal.ts"
import { AnswerRepository, type KeptAnswer } from "../../ports/projects/AnswerRepository.ts"
import type { BodyBytes } from "../body/BodyBytes.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import { describe } from "../errors/ErrorTable.ts"
import * as HeaderDecoder from "../call/HeaderDecoder.ts"

const readKey = HeaderDecoder.make(Schema.Struct({ "idempotency-key": Schema.optional(HeaderDecoder.Printable) }))

const keep = async (response: Response): Promise<KeptAnswer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text()
})

/** What tells one body from another; nothing where the request brings no key. */
export const digestOf = (request: Request, { pieces }: BodyBytes): string => {
  if (!request.headers.has("idempotency-key")) return ""
  const hash = createHash("sha256")
  for (const piece of pieces) hash.update(piece)
  return hash.digest("hex")
}

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
    Effect.flatMap(readKey(request.headers), ({ "idempotency-key": key }) => {
      if (key === undefined) return Effect.scoped(Effect.flatten(prepared))
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
