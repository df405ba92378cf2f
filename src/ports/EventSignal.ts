import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/**
 * Tells readers of events that there may be new ones, in this process and, if several share the storage, in the others.
 * This is only a hint: events are in the storage, and readers look there from time to time.
 */
export class EventSignal extends Context.Reference<EventSignal>()("ports/EventSignal", {
  defaultValue: (): {
    /** Wakes the readers. It is run after the commit of a transaction that created events, and never fails or waits. */
    readonly wake: Effect.Effect<void>
    /** Emits one element for each wake of any process; wakes in quick succession may share one. */
    readonly wakes: Stream.Stream<void>
  } => ({ wake: Effect.void, wakes: Stream.never })
}) {}
