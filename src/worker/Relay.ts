import { Effect, Layer, Schedule, Stream } from "effect"
import { FaultPoints } from "../ports/FaultPoints.ts"
import { OperationQueue } from "../ports/OperationQueue.ts"
import { OutboxRepository } from "../ports/OutboxRepository.ts"
import { withoutContext } from "../ports/WithoutContext.ts"

/** Looks for messages that were written and not sent: by a process that is gone, or while the queue was away. */
const sweep = "10 seconds"
const atOnce = 500

/** Takes the messages that were committed with what they tell of to the queue, in the order of their writing. */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const outbox = yield* OutboxRepository
    const queue = yield* OperationQueue
    const { reach } = yield* FaultPoints

    const relay: Effect.Effect<void> = outbox
      .relay(atOnce, (messages) => Effect.zipLeft(queue.send(messages), reach("outbox.sent")))
      .pipe(
        Effect.repeat({ while: (sent) => sent === atOnce }),
        Effect.catchAll((error) => Effect.logWarning("Messages wait for the queue", error)),
        Effect.asVoid
      )

    yield* Stream.merge(queue.wakes, Stream.fromSchedule(Schedule.jittered(Schedule.spaced(sweep)))).pipe(
      Stream.runForEach(() => relay),
      withoutContext,
      Effect.forkScoped
    )
  })
)
