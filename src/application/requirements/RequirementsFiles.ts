import * as Effect from "effect/Effect"
import { InvalidBody, Overloaded } from "../../domain/Errors.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { RequirementsFacts } from "../../domain/requirements/RequirementsDocument.ts"
import type { IdsWork } from "../../ids/IdsWorker.ts"
import { fn } from "../../runtime/Span.ts"
import * as Threads from "../../runtime/Threads.ts"

/** Time without a document after which the thread is stopped. */
const idleMs = 60_000

/** Reads documents of requirements on a thread. */
export class RequirementsFiles extends Effect.Service<RequirementsFiles>()("application/RequirementsFiles", {
  scoped: Effect.gen(function* () {
    const threads = yield* Threads.make<IdsWork>({
      script: new URL("../../ids/IdsWorker.ts", import.meta.url),
      threads: 1,
      budgetMs: limits.requirementsSeconds.most * 1000,
      idleMs,
      things: {}
    })

    /**
     * Returns what the document in a body says. Fails with `InvalidBody`, which names line and reason, if it is none, and
     * with `Overloaded` if reading it takes too long or too many wait.
     */
    const describe = fn("RequirementsFiles.describe")(function* (userId: UserId, bytes: Uint8Array) {
      return yield* threads.run(userId, { bytes }, { things: {} }).pipe(
        Effect.catchAll((error): Effect.Effect<RequirementsFacts, InvalidBody | Overloaded> => {
          if (!("_tag" in error)) return new InvalidBody({ details: error.reason, faults: [] })
          if (error._tag === "Overloaded") return error
          return Effect.zipRight(
            Effect.logWarning("A document of requirements could not be read", error.reason),
            new Overloaded({ details: sentenceOf(limits.requirementsSeconds) })
          )
        })
      )
    })

    return { describe }
  })
}) {}
