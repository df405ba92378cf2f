import * as Effect from "effect/Effect"
import type { Lane } from "../../../src/domain/operations/Operation.ts"
import type { Named } from "../../../src/ports/operations/OperationQueue.ts"

interface Offered extends Named {
  readonly lane: Lane
}

interface Free {
  readonly lanes: ReadonlyArray<Lane>
  readonly take: (offered: Offered) => void
}

/** Hands incoming messages to free workers. */
export interface Handover {
  /** Passes the message to the worker that has waited longest for its lane, or keeps it if none is waiting. */
  readonly offer: (offered: Offered) => void
  /** Waits for a message of one of the lanes. Kept messages come first. */
  readonly next: (lanes: ReadonlyArray<Lane>) => Effect.Effect<Named>
}

/**
 * Creates an empty handover. `onFull` runs each time a message is kept, `onRoom` when the last kept one has been taken.
 */
export const make = ({ onFull, onRoom }: { readonly onFull: () => void; readonly onRoom: () => void }): Handover => {
  const free = new Set<Free>()
  const kept: Array<Offered> = []
  const offer = (offered: Offered) => {
    const taker = [...free].find(({ lanes }) => lanes.includes(offered.lane))
    if (taker === undefined) {
      kept.push(offered)
      onFull()
      return
    }
    free.delete(taker)
    taker.take(offered)
  }
  return {
    offer,
    next: (lanes) =>
      Effect.async<Named>((resume) => {
        const index = kept.findIndex(({ lane }) => lanes.includes(lane))
        if (index >= 0) {
          const [offered] = kept.splice(index, 1)
          resume(Effect.succeed(offered!))
          if (kept.length === 0) onRoom()
          return
        }
        let taken: Offered | null = null
        const take = (offered: Offered) => {
          taken = offered
          resume(Effect.succeed(offered))
        }
        const taker: Free = { lanes, take }
        free.add(taker)
        // If a message was passed to a worker that was interrupted at the same time, it is offered again.
        return Effect.sync(() => (taken === null ? free.delete(taker) : offer(taken)))
      })
  }
}
