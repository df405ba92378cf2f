import type { Job } from "../ports/Computation.ts"

type Lane = Job["lane"]

export interface Member {
  /** Which jobs it takes: "short" takes short ones only, "long" takes both. */
  readonly lane: Lane
  readonly state: "starting" | "idle" | "busy"
  /** Jobs it has been given. */
  readonly jobs: number
}

export interface Waiter {
  readonly lane: Lane
  readonly fresh: boolean
}

export type Step<M, W> =
  | { readonly do: "give"; readonly member: M; readonly to: W }
  | { readonly do: "start"; readonly lane: Lane }
  | { readonly do: "retire"; readonly member: M }

/** Lanes of the processes that take a job of the lane, the better one first. */
const lanesFor = (lane: Lane): ReadonlyArray<Lane> => (lane === "short" ? ["short", "long"] : ["long"])

const idleFor = <M extends Member>(members: ReadonlyArray<M>, waiter: Waiter): M | undefined => {
  for (const lane of lanesFor(waiter.lane)) {
    const found = members.find((m) => m.lane === lane && m.state === "idle" && !(waiter.fresh && m.jobs > 0))
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * What a pool has to do next, or null: hand an idle process to the one that waits longest and can use it, start one
 * for those who wait while there is room, or else make room for who wants a fresh one.
 *
 * @param room how many processes a lane may have
 */
export const next = <M extends Member, W extends Waiter>(
  members: ReadonlyArray<M>,
  waiters: ReadonlyArray<W>,
  room: Readonly<Record<Lane, number>>
): Step<M, W> | null => {
  for (const waiter of waiters) {
    const member = idleFor(members, waiter)
    if (member !== undefined) return { do: "give", member, to: waiter }
  }
  const starting = members.filter((m) => m.state === "starting")
  for (const waiter of waiters) {
    const lanes = lanesFor(waiter.lane)
    const expected = starting.findIndex((m) => lanes.includes(m.lane))
    if (expected >= 0) {
      starting.splice(expected, 1)
      continue
    }
    const lane = lanes.find((lane) => members.filter((m) => m.lane === lane).length < room[lane])
    if (lane !== undefined) return { do: "start", lane }
    const stale = members.find((m) => waiter.fresh && lanes.includes(m.lane) && m.state === "idle")
    if (stale !== undefined) return { do: "retire", member: stale }
  }
  return null
}
