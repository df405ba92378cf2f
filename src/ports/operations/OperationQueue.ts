import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { OperationId } from "../../domain/Identifier.ts"
import type { Lane } from "../../domain/operations/Operation.ts"
import type { Message } from "./OutboxRepository.ts"

/** The queue takes no messages at the moment. They wait in the storage. */
export class QueueUnavailable extends Schema.TaggedError<QueueUnavailable>()("QueueUnavailable", {
  reason: Schema.String
}) {}

/** What a message from elsewhere names. */
export interface Named {
  readonly operationId: OperationId
  /** To be run where there is no such operation: puts the message aside. Never fails. */
  readonly isUnknown: Effect.Effect<void>
  /** The span of the message, as W3C Trace Context writes it; null where it has none. */
  readonly traceparent: string | null
}

/**
 * Tells workers that there may be work. Only a hint: what there is to do stands in the storage, and a worker that
 * hears nothing looks there every two seconds.
 */
export class OperationQueue extends Context.Tag("ports/OperationQueue")<
  OperationQueue,
  {
    /** Wakes the workers of this process, and calls those of others where they can be; never fails, never waits. */
    readonly wake: Effect.Effect<void>
    /**
     * One element for each wake, or for several that came close together; every reader gets it, wakes before the
     * reading excepted.
     */
    readonly wakes: Stream.Stream<void>
    /** The same for calls from elsewhere that name nothing. */
    readonly calls: Stream.Stream<void>
    /**
     * Waits for the next message from elsewhere that names an operation of the lanes. Each goes to one of those who
     * wait: who does is free to work, and while nobody is messages wait elsewhere.
     */
    readonly next: (lanes: ReadonlyArray<Lane>) => Effect.Effect<Named>
    /** Listens to no messages from elsewhere any more, so that others get them; takes three seconds at most. */
    readonly leave: Effect.Effect<void>
    /** Takes messages to those who listen elsewhere, in their order; a message may come to them twice. */
    readonly send: (messages: ReadonlyArray<Message>) => Effect.Effect<void, QueueUnavailable>
    /** Succeeds when messages could be sent now. */
    readonly check: Effect.Effect<void, QueueUnavailable>
  }
>() {}
