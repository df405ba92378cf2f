import type { Curves } from "../curves/Curves.ts"
import { type Curve, through } from "../curves/Curve.ts"
import { knotsOf } from "../curves/Splines.ts"
import { type Axes, outOf, unit, type Vector } from "../curves/Vector.ts"
import type { InstanceReader } from "../index/IfcFile.ts"
import { cylinder, plane, sphere, torus } from "./ElementarySurfaces.ts"
import { splineSurface } from "./SplineSurface.ts"
import type { Surface } from "./Surface.ts"
import { extrusion, revolution } from "./SweptSurfaces.ts"

/** The deepest nesting of surfaces that is evaluated, and the most control points of one. */
const deepest = 8
const mostControl = 20_000

/**
 * Evaluates the surfaces of a file, in its units.
 *
 * Source: IFC 4.3, IfcGeometryResource.
 */
export class Surfaces {
  private readonly known = new Map<number, Surface | null>()

  constructor(private readonly curves: Curves) {}

  /** Returns a surface, or null if it is invalid or its kind is unknown. */
  of(row: number, depth = 0): Surface | null {
    return this.known.getOrInsertComputed(row, () => (depth > deepest ? null : this.read(row, depth)))
  }

  private read(row: number, depth: number): Surface | null {
    const { geometry } = this.curves
    const read = geometry.open(row)
    if (read === null) return null
    const { name } = geometry.file.classOf(row)
    const axes = (): Axes | null => geometry.axes(read.row(0))
    const sized = (count: 1 | 2, make: (axes: Axes, one: number, two: number) => Surface): Surface | null => {
      const [place, one, two] = [axes(), read.number(1), read.number(2)]
      return place === null || !(one > 0) || (count === 2 && !(two > 0)) ? null : make(place, one, two)
    }
    switch (name) {
      case "IfcPlane": {
        const place = axes()
        return place === null ? null : plane(place)
      }
      case "IfcCylindricalSurface":
        return sized(1, cylinder)
      case "IfcSphericalSurface":
        return sized(1, sphere)
      case "IfcToroidalSurface":
        return sized(2, torus)
      case "IfcSurfaceOfLinearExtrusion":
      case "IfcSurfaceOfRevolution":
        return this.swept(name === "IfcSurfaceOfRevolution", read)
      case "IfcBSplineSurfaceWithKnots":
      case "IfcRationalBSplineSurfaceWithKnots":
        return this.spline(name === "IfcRationalBSplineSurfaceWithKnots", read)
      case "IfcRectangularTrimmedSurface":
      case "IfcCurveBoundedPlane":
      case "IfcCurveBoundedSurface":
        return this.of(read.row(0), depth + 1)
      default:
        return null
    }
  }

  private swept(isTurned: boolean, read: InstanceReader): Surface | null {
    const { geometry } = this.curves
    const profile = geometry.open(read.row(0))
    const curve = profile === null ? null : this.curves.curve(profile.row(2))
    const position = geometry.axes(read.row(1))
    if (curve === null || position === null) return null
    const placed = moved(curve, position)
    const direction = (at: Vector): Vector => outOf({ ...position, origin: [0, 0, 0] }, at)
    if (!isTurned) {
      const along = unit(geometry.vector(read.row(2)) ?? [0, 0, 0])
      return along === null ? null : extrusion(placed, direction(along))
    }
    const axis = geometry.axes(read.row(2))
    return axis === null
      ? null
      : revolution(placed, { ...axis, z: direction(axis.z), origin: outOf(position, axis.origin) })
  }

  private spline(isRational: boolean, read: InstanceReader): Surface | null {
    const { geometry } = this.curves
    const net = geometry.referenceTable(read, 2)?.map((row) => geometry.vectors(row))
    const columns = net?.[0]?.length ?? 0
    if (net === undefined || columns < 2 || net.length * columns > mostControl) return null
    if (!net.every((row) => row !== null && row.length === columns)) return null
    const control = net as ReadonlyArray<ReadonlyArray<Vector>>
    const [u, v] = ([0, 1] as const).map((i) => {
      const degree = read.number(i)
      const count = i === 0 ? control.length : columns
      return { degree, knots: knotsOf(geometry.numbers(read, 9 + i), geometry.numbers(read, 7 + i), degree, count) }
    }) as [
      { degree: number; knots: ReadonlyArray<number> | null },
      { degree: number; knots: ReadonlyArray<number> | null }
    ]
    const weights = isRational ? geometry.table(read, 12) : null
    const areWeights = weights?.length === control.length && weights.every((row) => row.length === columns && row.every((weight) => weight > 0)) // prettier-ignore
    if (u.knots === null || v.knots === null || (isRational && !areWeights)) return null
    return splineSurface(control, weights, [
      { degree: u.degree, knots: u.knots },
      { degree: v.degree, knots: v.knots }
    ])
  }
}

/**
 * Transforms a curve of a coordinate system into the coordinates in which the axes of the system are given. The
 * parameters of the result rise.
 */
const moved = (curve: Curve, axes: Axes): Curve => {
  const isFalling = curve.to < curve.from
  const { parameters, points } = isFalling ? curve.sample(curve.to, curve.from) : curve.sample(curve.from, curve.to)
  const placed = points.map((point) => outOf(axes, point))
  const line = through({ points: placed, parameters })
  return { ...line, at: (parameter) => outOf(axes, curve.at(parameter)) }
}
