import { type Curve, reversed, type Samples, sizeOf, through } from "./Curve.ts"
import { distance, type Vector } from "./Vector.ts"

/**
 * A segment of a composite curve: samples of its parent curve, and whether the segment has the direction of its parent.
 */
export interface Part {
  readonly samples: Samples
  readonly isSame: boolean
}

/** Ends of segments closer than this fraction of the size of the curve are the same. */
const sameWithin = 1e-6

/**
 * Returns segments joined end to start; null if there are none. A segment that joins only against its stated direction
 * is reversed. Gaps are closed with straight lines.
 *
 * Source: IFC 4.3, IfcCompositeCurve, IfcCompositeCurveSegment.
 */
export const composite = (parts: ReadonlyArray<Part>): Curve | null => {
  const said = parts.map(({ isSame, samples }) => (isSame ? samples : reversed(samples)))
  const within = sameWithin * sizeOf(said.flatMap(({ points }) => [points[0]!, points.at(-1)!]))
  const isAt = (one: Vector, two: Vector): boolean => distance(one, two) <= within
  const points: Array<Vector> = []
  const parameters: Array<number> = []
  for (const [i, part] of said.entries()) {
    const [start, end] = [part.points[0]!, part.points.at(-1)!]
    const next = said[i + 1]?.points
    const before = points.at(-1)
    const isWrong =
      before === undefined
        ? next !== undefined &&
          !isAt(end, next[0]!) && !isAt(end, next.at(-1)!) && (isAt(start, next[0]!) || isAt(start, next.at(-1)!))
        : !isAt(before, start) && isAt(before, end) // prettier-ignore
    const samples = isWrong ? reversed(part) : part
    const from = parameters.at(-1) ?? 0
    const first = samples.parameters[0]!
    for (const [k, point] of samples.points.entries()) {
      if (k === 0 && before !== undefined && isAt(before, point)) continue
      points.push(point)
      parameters.push(from + Math.abs(samples.parameters[k]! - first))
    }
  }
  return points.length < 2 ? null : through({ points, parameters })
}
