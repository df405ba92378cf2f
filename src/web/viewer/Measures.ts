import type { Vector } from "./ViewModel.ts"

/** A measured line: its length, its horizontal length and its rise, in metres. */
export interface Measure {
  readonly distance: number
  readonly level: number
  readonly rise: number
}

type Line = readonly [Vector, Vector]

/** Number of measured lines that stay drawn; older ones disappear. */
const mostMeasures = 5

/** Creates the list of measured lines to draw. End points are lines of zero length. */
export const makeMeasures = () => {
  let lines: ReadonlyArray<Line> = []
  let begun: ReadonlyArray<Line> = []
  return {
    lines: () => [...lines, ...begun],
    /** Marks the start of a line until the line is added. */
    begin: (from: Vector) => void (begun = [[from, from]]),
    add: (from: Vector, to: Vector): Measure => {
      begun = []
      lines = [...lines, [from, to] as const, [from, from] as const, [to, to] as const].slice(-3 * mostMeasures)
      const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
      return { distance: Math.hypot(x, y, z), level: Math.hypot(x, z), rise: y }
    },
    clear: () => void (lines = begun = [])
  }
}
