import type { Curves } from "../curves/Curves.ts"
import { type Axes, dot, minus, outOf, plus, times, unit, type Vector } from "../curves/Vector.ts"
import { AxesReader } from "./Axes.ts"
import { isReadRight, writeLine } from "./DrawnCurves.ts"
import { real, referred, type Rewriting } from "./Rewriting.ts"

/** The space on one side of a plane. */
export interface HalfSpace {
  /** A point of the plane in metres. */
  readonly at: Vector
  /** The direction that points out of the half space. */
  readonly outward: Vector
  /** The number of an item that also bounds the half space; null if there is none. */
  readonly within: number | null
}

/**
 * The length, in metres, to which a bounded half space extends along its boundary beyond its plane and its position.
 */
const reach = 1000

/** Adds a placement, and returns a reference to it. */
const writeAxes = ({ origin, x, z }: Axes, rewriting: Rewriting): string => {
  const [location, axis, reference] = [
    `IFCCARTESIANPOINT((${origin.map(real).join()}))`,
    ...[z, x].map((direction) => `IFCDIRECTION((${direction.map(real).join()}))`)
  ].map((text) => rewriting.add(text))
  return rewriting.add(`IFCAXIS2PLACEMENT3D(${location},${axis},${reference})`)
}

/** Returns the least and the greatest height along z at which lines through points meet a plane; NaN if they do not. */
const heightsOf = (
  axes: Axes,
  points: ReadonlyArray<Vector>,
  at: Vector,
  normal: Vector
): readonly [number, number] => {
  let [least, most] = [Infinity, -Infinity]
  for (const [x, y] of points) {
    const height = dot(normal, minus(at, outOf(axes, [x, y, 0]))) / dot(normal, axes.z)
    least = Math.min(least, height)
    most = Math.max(most, height)
  }
  return [least, most]
}

/**
 * Reads the half spaces of a file, and adds a prism to the file for each bounded one, which is rewritten: web-ifc
 * 0.0.78 ends it 100 m from its position, wherever its plane is, and ignores it if the plane is parallel to its sides.
 *
 * @param curves evaluates boundaries
 * @param metre metres per unit of length
 *
 * Source: IFC 4.3, IfcHalfSpaceSolid, IfcPolygonalBoundedHalfSpace.
 */
export const halfSpacesOf = (curves: Curves, metre: number, rewriting: Rewriting): ReadonlyMap<number, HalfSpace> => {
  const { geometry } = curves
  const { file } = geometry
  const reader = new AxesReader(file)
  const depth = reach / metre

  /** Rewrites a bounded half space, and returns the number of its prism; null if there is none. */
  const bounded = (row: number, at: Vector, outward: Vector): number | null => {
    const read = geometry.open(row)!
    const [position, boundary] = [read.row(2) < 0 ? null : geometry.axes(read.row(2)), read.row(3)]
    const points = curves.points(boundary)
    if (position === null || points === null || !rewriting.hasRoom(13)) return null
    const line = isReadRight(file, geometry, boundary) ? referred(read, 3) : writeLine(points, 2, rewriting)
    const [least, most] = heightsOf(position, points, at, outward)
    const isSteep = !(most - least < depth)
    const beside = dot(minus(at, position.origin), position.z)
    const low = Math.min(0, isSteep ? beside : least) - depth
    const high = Math.max(0, isSteep ? beside : most) + depth
    const raised = (by: number): Axes => ({ ...position, origin: plus(position.origin, position.z, by) })
    const profile = rewriting.add(`IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${line})`)
    const up = rewriting.add("IFCDIRECTION((0.,0.,1.))")
    const prism = rewriting.add(
      `IFCEXTRUDEDAREASOLID(${profile},${writeAxes(raised(low), rewriting)},${up},${real(high - low)})`
    )
    const [surface, agreement] = [referred(read, 0), `.${read.word(1)}.`]
    if (isSteep) {
      const half = rewriting.add(`IFCHALFSPACESOLID(${surface},${agreement})`)
      rewriting.replace(row, `IFCBOOLEANRESULT(.INTERSECTION.,${prism},${half})`)
    } else {
      // The engine draws the prism only between the plane and 100 m above or below the position.
      const end = writeAxes(raised(dot(outward, position.z) > 0 ? low : high), rewriting)
      rewriting.replace(row, `IFCPOLYGONALBOUNDEDHALFSPACE(${surface},${agreement},${end},${line})`)
    }
    return Number(prism.slice(1))
  }

  const found = new Map<number, HalfSpace>()
  for (const row of file.rowsOf("IfcHalfSpaceSolid")) {
    const read = geometry.open(row)
    const [surface, agreement] = [read?.row(0) ?? -1, read?.word(1)]
    const plane = file.is(surface, "IfcPlane") ? geometry.open(surface) : null
    if (plane === null || (agreement !== "T" && agreement !== "F")) continue
    // Only the normal of the plane matters, so an unusable reference direction is ignored.
    const [axis] = reader.directions(plane.row(0), 1) ?? [null]
    const [normal, at] = [axis === null ? null : unit(axis ?? [0, 0, 1]), reader.location(plane.row(0))]
    if (at === null || normal === null) continue
    const outward = times(normal, agreement === "T" ? 1 : -1)
    const isBounded = file.is(row, "IfcPolygonalBoundedHalfSpace")
    const within = isBounded ? bounded(row, at, outward) : null
    if (isBounded && within === null) continue
    found.set(file.idOf(row), { at: times(at, metre), outward, within })
  }
  return found
}
