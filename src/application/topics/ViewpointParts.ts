import * as Effect from "effect/Effect"
import type { ViewpointWork } from "../../bcf/read/ViewpointWorker.ts"
import { Overloaded } from "../../domain/Errors.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { UserId } from "../../domain/Principal.ts"
import { partOf, type ViewpointPart } from "../../domain/topics/ViewpointPart.ts"
import { fn } from "../../runtime/Span.ts"
import * as Threads from "../../runtime/Threads.ts"

/** Time without a viewpoint after which the thread is stopped. */
const idleMs = 60_000

/** Longer texts are read on a thread: parsing and writing this many characters takes up to 2 ms. */
const longText = 64 * 1024

/** Reads parts of viewpoints, of large ones on a thread. */
export class ViewpointParts extends Effect.Service<ViewpointParts>()("application/ViewpointParts", {
  scoped: Effect.gen(function* () {
    const threads = yield* Threads.make<ViewpointWork>({
      script: new URL("../../bcf/read/ViewpointWorker.ts", import.meta.url),
      threads: 1,
      budgetMs: limits.bcfSeconds.most * 1000,
      idleMs,
      things: {}
    })

    /**
     * Returns a part of a viewpoint as JSON. Fails with `Overloaded` if reading it takes too long or too many wait.
     *
     * @param viewpoint the viewpoint as JSON
     */
    const part = fn("ViewpointParts.part")(function* (userId: UserId, viewpoint: string, of: ViewpointPart) {
      if (viewpoint.length <= longText) return partOf(viewpoint, of)
      return yield* Effect.catchTag(
        threads.run(userId, { viewpoint, part: of }, { things: {} }),
        "JobFailed",
        ({ reason }) =>
          Effect.zipRight(
            Effect.logWarning("A viewpoint could not be read", reason),
            new Overloaded({ details: sentenceOf(limits.bcfSeconds) })
          )
      )
    })

    return { part }
  })
}) {}
