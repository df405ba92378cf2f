import type { IfcFile } from "../index/IfcFile.ts"
import { across, cross, dot, unit, type Vector } from "../curves/Vector.ts"
import { coordinates } from "./Coordinates.ts"

/** Three orthogonal directions of length 1. */
export type Basis = readonly [x: Vector, y: Vector, z: Vector]

/** Sine of the angle below which two directions count as parallel. */
const parallelWithin = 1e-9

/** Returns whether a unit vector is not parallel to x. */
export const isAcross = (z: Vector): boolean => across([1, 0, 0], z) !== null

/** Returns the x axis for a z axis: the reference direction projected onto its plane. Source: IFC 4.3, IfcFirstProjAxis. */
const firstProjected = (z: Vector, reference: Vector | undefined): Vector | null =>
  across(reference ?? (isAcross(z) ? [1, 0, 0] : [0, 1, 0]), z)

/**
 * Returns the axes of a placement, or null if its directions define none, for example because they are parallel.
 *
 * Source: IFC 4.3, IfcBuildAxes.
 */
export const buildAxes = (axis: Vector | undefined, reference: Vector | undefined): Basis | null => {
  const z = unit(axis ?? [0, 0, 1])
  const x = z === null ? null : firstProjected(z, reference)
  return z === null || x === null ? null : [x, cross(z, x), z]
}

/**
 * Returns the axes of a transformation, which may mirror, or null if its directions define none. A y axis that is
 * omitted while the x axis lies along y completes a right-handed system: the function of the standard has no result for
 * it.
 *
 * Source: IFC 4.3, IfcBaseAxis, IfcSecondProjAxis.
 */
export const baseAxes = (x: Vector | undefined, y: Vector | undefined, z: Vector | undefined): Basis | null => {
  const third = unit(
    z ?? (x !== undefined && y !== undefined && across(x, [0, 0, 1]) === null ? cross(x, y) : [0, 0, 1])
  )
  const first = third === null ? null : firstProjected(third, x)
  if (third === null || first === null) return null
  const right = cross(third, first)
  const side = dot(y ?? [0, 1, 0], right)
  if (Math.abs(side) > parallelWithin) return [first, side < 0 ? [-right[0], -right[1], -right[2]] : right, third]
  return y === undefined ? [first, right, third] : null
}

/**
 * Returns the axes of a transformation of a plane, which may mirror, or null if its directions define none.
 *
 * Source: IFC 4.3, IfcBaseAxis.
 */
export const flatBase = (x: Vector | undefined, y: Vector | undefined): Basis | null => {
  const first = x === undefined ? (y === undefined ? unit([1, 0, 0]) : unit([y[1], -y[0], 0])) : unit([x[0], x[1], 0])
  if (first === null) return null
  const left: Vector = [-first[1], first[0], 0]
  return [first, y !== undefined && dot(y, left) < 0 ? [first[1], -first[0], 0] : left, [0, 0, 1]]
}

/** Reads directions and placements of a file. */
export class AxesReader {
  private readonly read

  constructor(private readonly file: IfcFile) {
    this.read = file.freeReader()
  }

  /** Returns the numbers of a direction or point, 0 for those omitted; null if there are none. */
  vector(row: number): Vector | null {
    if (row < 0 || !this.read.openRow(row)) return null
    const [x, y = 0, z = 0] = coordinates(this.read, 0)
    return x === undefined ? null : [x, y, z]
  }

  /**
   * Returns the directions that an instance refers to, in the order of `args`; undefined for omitted ones. Returns null
   * if one of them cannot be read.
   */
  directions(row: number, ...args: ReadonlyArray<number>): ReadonlyArray<Vector | undefined> | null {
    if (!this.read.openRow(row)) return null
    const rows = args.map((argument) =>
      this.read.kind(argument) === "reference" ? this.read.row(argument) : undefined
    )
    const found = rows.map((direction) => (direction === undefined ? undefined : this.vector(direction)))
    return found.includes(null) ? null : (found as ReadonlyArray<Vector | undefined>)
  }

  /** Returns the axes of an IfcAxis2Placement2D or 3D, or of an IfcAxis1Placement; null if they are undefined. */
  axes(row: number): Basis | null {
    const isFlat = this.file.is(row, "IfcAxis2Placement2D")
    const isLine = this.file.is(row, "IfcAxis1Placement")
    const found = isFlat ? this.directions(row, 1) : this.directions(row, ...(isLine ? [1] : [1, 2]))
    if (found === null) return null
    return isFlat ? buildAxes(undefined, found[0]) : buildAxes(found[0], found[1])
  }

  /** Returns the location of a placement, or null if it has none. */
  location(row: number): Vector | null {
    return this.read.openRow(row) ? this.vector(this.read.row(0)) : null
  }
}
