import { Context, type Effect, Schema, type Stream } from "effect"
import type { Message } from "./OutboxRepository.ts"

/** The queue takes no messages at the moment. They wait in the storage. */
export class QueueUnavailable extends Schema.TaggedError<QueueUnavailable>()("QueueUnavailable", {
  reason: Schema.String
}) {}

/**
 * Tells workers that there may be work. Only a hint: what there is to do stands in the storage, and a worker that
 * hears nothing looks there every two seconds.
 */
export class OperationQueue extends Context.Tag("ports/OperationQueue")<
  OperationQueue,
  {
    /** Wakes the workers of this process; never fails, never waits. */
    readonly wake: Effect.Effect<void>
    /**
     * One element for each wake, or for several that came close together; every reader gets it, wakes before the
     * reading excepted.
     */
    readonly wakes: Stream.Stream<void>
    /** Takes messages to the workers of other processes, in their order; a message may come to them twice. */
    readonly send: (messages: ReadonlyArray<Message>) => Effect.Effect<void, QueueUnavailable>
  }
>() {}
