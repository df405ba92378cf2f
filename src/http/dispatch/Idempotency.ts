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

/** Returns a digest of the body, or an empty string if the request has no `Idempotency-Key`. */
export const digestOf = (request: Request, { pieces }: BodyBytes): string => {
  if (!request.headers.has("idempotency-key")) return ""
  const hash = createHash("sha256")
  for (const piece of pieces) hash.update(piece)
  return hash.digest("hex")
}

/** Returns whether a failure is stored and repeated: errors of the caller are, errors of the service are retried. */
const isKept = (error: WireError): boolean => describe(error).status < 429

/**
 * Repeats the first response to a request that is sent again with the same `Idempotency-Key` (contract section 2.10).
 * `failed` turns a failure into the response of the endpoint.
 *
 * `prepared` runs outside of the transaction that stores the response; the effect that it returns runs inside.
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
