import * as Effect from "effect/Effect"
import { ArchiveTooLarge, InvalidBody, LimitExceeded, Overloaded } from "../../domain/Errors.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { BcfWork, ReadContent } from "../../bcf/read/BcfWorker.ts"
import { fn } from "../../runtime/Span.ts"
import * as Threads from "../../runtime/Threads.ts"

/** Time without a file after which the thread is stopped. */
const idleMs = 60_000

type Refusal = InvalidBody | ArchiveTooLarge | LimitExceeded | Overloaded

const refusal = ({ details, kind }: BcfWork["failure"]): Refusal => {
  if (kind === "ArchiveTooLarge") return new ArchiveTooLarge({ details })
  return kind === "LimitExceeded" ? new LimitExceeded({ details }) : new InvalidBody({ details, faults: [] })
}

/** Reads BCF files on a thread. */
export class BcfFiles extends Effect.Service<BcfFiles>()("application/BcfFiles", {
  scoped: Effect.gen(function* () {
    const threads = yield* Threads.make<BcfWork>({
      script: new URL("../../bcf/read/BcfWorker.ts", import.meta.url),
      threads: 1,
      budgetMs: limits.bcfSeconds.most * 1000,
      idleMs,
      things: {}
    })

    /**
     * Returns the content of a BCF file. Fails with `InvalidBody` if it is none, with `ArchiveTooLarge` or `LimitExceeded`
     * if it unpacks to too much, and with `Overloaded` if reading it takes too long or too many wait.
     */
    const read = fn("BcfFiles.read")(function* (userId: UserId, bytes: Uint8Array) {
      return yield* threads.run(userId, { bytes }, { things: {} }).pipe(
        Effect.catchAll((error): Effect.Effect<ReadContent, Refusal> => {
          if (!("_tag" in error)) return refusal(error)
          if (error._tag === "Overloaded") return error
          return Effect.zipRight(
            Effect.logWarning("A BCF file could not be read", error.reason),
            new Overloaded({ details: sentenceOf(limits.bcfSeconds) })
          )
        })
      )
    })

    return { read }
  })
}) {}
