import process from "node:process"
import * as Report from "./Report.ts"

/** The processor time of the measured work, in milliseconds, on the machine for which the time limits were chosen. */
const usual = 3.3
/** Milliseconds between two measurements, which take a thousandth of the time of a processor. */
const pause = 5000

/** Hashes texts as the readers do: in the processor's caches, and without creating garbage. */
const piece = (): number => {
  const counts = new Uint32Array(1 << 16)
  const text = "#123= IFCPROPERTYSINGLEVALUE('Reference',$,IFCIDENTIFIER('Basic wall'),$);"
  let hash = 1
  for (let i = 0; i < 1_200_000; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i % text.length), 16_777_619) >>> 0
    counts[hash & 65_535]! += hash >>> 16
  }
  return hash + counts[5]!
}

/**
 * Returns the processor time of this process in milliseconds. Other work on the same processor does not count, but the
 * speed of the processor does.
 */
const worked = (): number => {
  const before = process.cpuUsage()
  piece()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

/** The speed of the machine during a run. */
export interface Pace {
  /**
   * The duration of the measured work as a multiple of the usual one, by the median; 1 if the machine is as fast as
   * usual.
   */
  readonly slowness: () => number
  /** Returns the factor for time limits, beyond which a run fails. */
  readonly leeway: () => number
}

/**
 * Measures the pace of the machine until the process ends.
 *
 * @param isShared whether the machine is one of many on its host. Only then may times be twice as long as on a machine
 * of usual speed
 */
export const watch = (isShared: boolean): Pace => {
  // The first runs include compilation and do not count.
  for (let i = 0; i < 20; i++) worked()
  const seen = Array.from({ length: 5 }, worked)
  setInterval(() => void seen.push(worked()), pause).unref()
  const slowness = () => Report.quantile(seen, 0.5) / usual
  return { slowness, leeway: () => (isShared ? 2 * Math.max(1, slowness()) : 1) }
}
