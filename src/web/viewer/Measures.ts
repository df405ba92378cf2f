import type { Vector } from "./ViewModel.ts"

/** A measured way, metres: along it, along the ground, and upwards. */
export interface Measure {
  readonly distance: number
  readonly level: number
  readonly rise: number
}

type Line = readonly [Vector, Vector]

/** The last ones are drawn. */
const mostMeasures = 5

/** Ways that were measured, and the lines that show them; ends are lines of no length. */
export const makeMeasures = () => {
  let lines: ReadonlyArray<Line> = []
  let begun: ReadonlyArray<Line> = []
  return {
    lines: () => [...lines, ...begun],
    /** Shows where a way begins, until it is added. */
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
