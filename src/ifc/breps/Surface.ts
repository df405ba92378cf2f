import { cross, minus, unit, type Vector } from "../curves/Vector.ts"

/** Parameters of a point on a surface. */
export type Parameters = readonly [u: number, v: number]

/** A surface. Its normal is the cross product of its derivatives by u and v. */
export interface Surface {
  readonly at: (parameters: Parameters) => Vector
  /** Returns the parameters of the nearest point of the surface; `near` is a guess that may help. */
  readonly parametersOf: (point: Vector, near: Parameters | null) => Parameters
  /** The lengths after which u and v repeat; 0 if they do not. */
  readonly periods: Parameters
  /** Values of v at which all points with any u are the same point. */
  readonly poles: ReadonlyArray<number>
  /** The distances between the parameters at which points are drawn; 0 if the surface is straight in that direction. */
  readonly steps: Parameters
}

/** A full turn, and the angle between two drawn points, in radians. */
export const turn = 2 * Math.PI
export const angleStep = turn / 64

/** The fraction of a step over which slopes are measured. */
const slopeOver = 1e-3

/** Returns the normal of a surface at its point nearest to a point; null if it has none there. */
export const normalAt = (surface: Surface, point: Vector): Vector | null => {
  const at = surface.parametersOf(point, null)
  const here = surface.at(at)
  const slope = (i: 0 | 1): Vector => {
    const by = (surface.steps[i] || 1) * slopeOver
    return minus(surface.at(i === 0 ? [at[0] + by, at[1]] : [at[0], at[1] + by]), here)
  }
  return unit(cross(slope(0), slope(1)))
}
