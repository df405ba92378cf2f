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

/** Between messages as they come and workers as they are free. */
export interface Handover {
  /** Gives it to who has waited longest for one of that lane; kept where nobody does. */
  readonly offer: (offered: Offered) => void
  /** Waits for one of the lanes, kept ones first. */
  readonly next: (lanes: ReadonlyArray<Lane>) => Effect.Effect<Named>
}

/** Nothing is kept. `onFull` runs each time when something is, `onRoom` when nothing is any more. */
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
        // Who does not wait any more may just have been given one.
        return Effect.sync(() => (taken === null ? free.delete(taker) : offer(taken)))
      })
  }
}
