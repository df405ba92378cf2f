import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { IdempotencyKeyReused } from "../../domain/Errors.ts"
import type { UserId } from "../../domain/Principal.ts"
import { AnswerRepository, type KeptAnswer } from "../../ports/projects/AnswerRepository.ts"
import type { BodyBytes } from "../body/BodyBytes.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import { describe } from "../errors/ErrorTable.ts"
import { shownPath } from "../observe/AccessLog.ts"
import * as HeaderDecoder from "../call/HeaderDecoder.ts"

const readKey = HeaderDecoder.make(Schema.Struct({ "idempotency-key": Schema.optional(HeaderDecoder.Printable) }))

const keep = async (response: Response): Promise<KeptAnswer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text()
})

/** Returns a digest of the body, or an empty string if the request has no `Idempotency-Key`. */
export const digestOf = (request: Request, { pieces, stored }: BodyBytes): string => {
  if (!request.headers.has("idempotency-key")) return ""
  if (stored !== undefined) return stored.digest
  const hash = createHash("sha256")
  for (const piece of pieces) hash.update(piece)
  return hash.digest("hex")
}

/** Returns a path as it is stored: one with a long segment, which may be a secret, is stored as its digest. */
export const placeOf = (path: string): string =>
  shownPath(path) === path ? path : createHash("sha256").update(path).digest("hex")

/** Returns whether a failure is stored and repeated: errors of the caller are, errors of the service are retried. */
const isKept = (error: WireError): boolean => describe(error).status < 429

/** Stored in place of a response that shows a secret. */
const withheld: KeptAnswer = { status: 0, headers: {}, body: "" }

const repeated = ({ body, headers, status }: KeptAnswer): Effect.Effect<Response, WireError> =>
  status === withheld.status
    ? new IdempotencyKeyReused({
        details: "The first answer to this Idempotency-Key showed a secret, so it was not kept. Use another key."
      })
    : Effect.succeed(new Response(body, { status, headers }))

/** Identifies a request besides its `Idempotency-Key`. */
interface Place {
  readonly userId: UserId
  readonly path: string
  readonly bodyHash: string
  /** True if a response other than an error shows a secret. It is sent once and not stored. */
  readonly showsSecret: boolean
}

/**
 * Repeats the first response to a request that is sent again with the same `Idempotency-Key` (contract section 2.10).
 * `failed` turns a failure into the response of the endpoint.
 *
 * `prepared` runs outside of the transaction that stores the response; the effect that it returns runs inside.
 */
export const make = Effect.map(AnswerRepository, (answers) => {
  return (
    request: Request,
    { showsSecret, ...asked }: Place,
    prepared: Effect.Effect<Effect.Effect<Response, WireError>, WireError, Scope.Scope>,
    failed: (error: WireError) => Response
  ): Effect.Effect<Response, WireError> =>
    Effect.flatMap(readKey(request.headers), ({ "idempotency-key": key }) => {
      if (key === undefined) return Effect.scoped(Effect.flatten(prepared))
      const place = { ...asked, key }
      let shown: Response | null = null
      /** Returns the stored form of a response. One with a secret is put aside. */
      const stored = (response: Response) => {
        shown = showsSecret && response.ok ? response : null
        return shown === null ? Effect.promise(() => keep(response)) : Effect.succeed(withheld)
      }
      const first = prepared.pipe(
        Effect.catchIf(isKept, (error) => Effect.succeed(Effect.fail(error))),
        Effect.map(Effect.catchIf(isKept, (error) => Effect.succeed(failed(error)))),
        Effect.flatMap((commit) => answers.once(place, Effect.flatMap(commit, stored))),
        Effect.scoped
      )
      return answers.find(place).pipe(
        Effect.flatMap(Option.match({ onNone: () => first, onSome: Effect.succeed })),
        // A transaction that was undone may have put a response aside, and another request may then have been the first.
        Effect.flatMap((answer) => (answer === withheld && shown !== null ? Effect.succeed(shown) : repeated(answer)))
      )
    })
})
