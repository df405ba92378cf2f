import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { OperationId } from "../../domain/Identifier.ts"
import type { Lane } from "../../domain/operations/Operation.ts"
import type { Message } from "./OutboxRepository.ts"

/** The queue does not accept messages at the moment. They stay in the storage. */
export class QueueUnavailable extends Schema.TaggedError<QueueUnavailable>()("QueueUnavailable", {
  reason: Schema.String
}) {}

/** A message from another process that names an operation. */
export interface Named {
  readonly operationId: OperationId
  /** Effect to run if there is no such operation: it moves the message to the dead letters. Never fails. */
  readonly isUnknown: Effect.Effect<void>
  /** The `traceparent` of the message (W3C Trace Context); null if it has none. */
  readonly traceparent: string | null
}

/**
 * Notifies workers that there may be work. This is only a hint: pending work is in the storage, and a worker that
 * receives no notification polls it every two seconds.
 */
export class OperationQueue extends Context.Tag("ports/OperationQueue")<
  OperationQueue,
  {
    /** Wakes the workers of this process and, if possible, those of others. It never fails or waits. */
    readonly wake: Effect.Effect<void>
    /**
     * Emits one element for each wake; wakes in quick succession may share one. Every reader receives each element, but
     * none from before it began to read.
     */
    readonly wakes: Stream.Stream<void>
    /** Works like `wakes`, for notifications from other processes that name no operation. */
    readonly calls: Stream.Stream<void>
    /**
     * Waits for the next message from another process that names an operation of the lanes. Each message goes to a
     * single waiting worker, which is free to take the operation; while no worker waits, messages stay in the external
     * queue.
     */
    readonly next: (lanes: ReadonlyArray<Lane>) => Effect.Effect<Named>
    /** Stops receiving messages from other processes, so that others get them; takes three seconds at most. */
    readonly leave: Effect.Effect<void>
    /** Sends messages to external listeners, in order. A message may be delivered twice. */
    readonly send: (messages: ReadonlyArray<Message>) => Effect.Effect<void, QueueUnavailable>
    /** Succeeds if messages can be sent now. */
    readonly check: Effect.Effect<void, QueueUnavailable>
  }
>() {}
