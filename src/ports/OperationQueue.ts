import { Context, type Effect, type Stream } from "effect"

/**
 * Tells workers that there may be work. Only a hint: what there is to do stands in the storage, and a worker that
 * hears nothing looks there every two seconds.
 */
export class OperationQueue extends Context.Tag("ports/OperationQueue")<
  OperationQueue,
  {
    /** Wakes the workers; never fails, never waits. */
    readonly wake: Effect.Effect<void>
    /** One element for each wake, or for several that came close together. */
    readonly wakes: Stream.Stream<void>
  }
>() {}
