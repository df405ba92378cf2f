import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/**
 * Tells readers of events that there may be new ones, in this process and, if several share the storage, in the others.
 * This is only a hint: events are in the storage, and readers look there from time to time.
 */
export class EventSignal extends Context.Reference<EventSignal>()("ports/EventSignal", {
  defaultValue: (): {
    /** Is run after the commit of a transaction that made events; never fails and never waits. */
    readonly wake: Effect.Effect<void>
    /** One element for each wake of any process, or for several in quick succession. */
    readonly wakes: Stream.Stream<void>
  } => ({ wake: Effect.void, wakes: Stream.never })
}) {}
