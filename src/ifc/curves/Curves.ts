import type { InstanceReader } from "../index/IfcFile.ts"
import { arcThrough, ellipse } from "./Conics.ts"
import { composite, type Part } from "./Composite.ts"
import { type Curve, pointsOf, polyline, through } from "./Curve.ts"
import type { GeometryReader } from "./GeometryReader.ts"
import { offset } from "./Offset.ts"
import { splineCurve } from "./SplineCurve.ts"
import { knotsOf, standardKnots } from "./Splines.ts"
import { trimmed, type Trim } from "./Trimmed.ts"
import { dot, minus, plus, unit, type Vector } from "./Vector.ts"

/** The deepest nesting of curves that is evaluated. */
const deepest = 32

/** The most points of a curve, and of all curves of a file. */
const mostPoints = 50_000
const mostOfAll = 20_000_000

/** The segments of an IfcIndexedPolyCurve, after comments were removed. */
const segmentPattern = /IFC(LINE|ARC)INDEX\s*\(\s*\(([^)]*)\)\s*\)/gi

/**
 * Evaluates the curves of a file, in its units.
 *
 * Source: IFC 4.3, IfcGeometryResource, IfcGeometricModelResource.
 */
export class Curves {
  private spent = 0
  /** Curves are kept, because nested references to the same curve would otherwise multiply the work. */
  private readonly known = new Map<number, Curve | null>()

  /**
   * @param keepsArea whether the chords of arcs enclose the same area as these; otherwise their ends are on the arcs
   */
  constructor(
    readonly geometry: GeometryReader,
    private readonly keepsArea: boolean
  ) {}

  /** Returns the points of a curve, or null if it is invalid, too long, or of a kind that is not evaluated. */
  points(row: number): ReadonlyArray<Vector> | null {
    const curve = this.curve(row)
    return curve === null ? null : this.checked(pointsOf(curve))
  }

  /** Returns a curve, or null if it is invalid, too long, or of a kind that is not evaluated. */
  curve(row: number, depth = 0): Curve | null {
    const found = this.known.get(row)
    if (found !== undefined) return found
    const read = depth > deepest || this.spent > mostOfAll ? null : this.geometry.open(row)
    if (read === null) return null
    const curve = this.read(this.geometry.file.classOf(row).name, read, depth)
    this.known.set(row, curve)
    return curve
  }

  private checked(points: ReadonlyArray<Vector>): ReadonlyArray<Vector> | null {
    this.spent += points.length
    if (points.length < 2 || points.length > mostPoints || this.spent > mostOfAll) return null
    return points.every(([x, y, z]) => Number.isFinite(x + y + z)) ? points : null
  }

  private through(points: ReadonlyArray<Vector> | null): Curve | null {
    const checked = points === null ? null : this.checked(points)
    return checked === null ? null : polyline(checked)
  }

  private read(name: string, read: InstanceReader, depth: number): Curve | null {
    const { geometry } = this
    switch (name) {
      case "IfcPolyline":
        return this.through(geometry.vectors(geometry.rows(read, 0)))
      case "IfcIndexedPolyCurve":
        return this.indexed(read)
      case "IfcLine":
        return this.line(read)
      case "IfcCircle":
      case "IfcEllipse":
        return this.conic(name === "IfcCircle" ? [1, 1] : [1, 2], read)
      case "IfcTrimmedCurve":
        return this.trimmed(read, depth)
      case "IfcCompositeCurve":
      case "Ifc2DCompositeCurve":
      case "IfcCompositeCurveOnSurface":
      case "IfcBoundaryCurve":
      case "IfcOuterBoundaryCurve":
        return this.composite(read, depth)
      case "IfcBezierCurve":
      case "IfcRationalBezierCurve":
      case "IfcBSplineCurveWithKnots":
      case "IfcRationalBSplineCurveWithKnots":
        return this.spline(name, read)
      case "IfcOffsetCurve2D":
      case "IfcOffsetCurve3D":
        return this.offset(read, depth)
      case "IfcSurfaceCurve":
      case "IfcIntersectionCurve":
      case "IfcSeamCurve":
        return this.curve(read.row(0), depth + 1)
      default:
        return null
    }
  }

  private indexed(read: InstanceReader): Curve | null {
    const points = this.geometry.pointList(read.row(0))
    if (points === null) return null
    if (read.kind(1) !== "list") return this.through(points)
    const text = read.bytes.toString("latin1", read.start(1), read.end(1)).replaceAll(/\/\*.*?\*\//gs, " ")
    const all: Array<Vector> = []
    const parameters: Array<number> = []
    for (const [, kind, list] of text.matchAll(segmentPattern)) {
      const corners = list!.split(",").map((index) => points[Number(index) - 1])
      if (corners.length < 2 || !corners.every((corner) => corner !== undefined)) return null
      const isArc = kind!.toUpperCase() === "ARC" && corners.length === 3
      const part = isArc ? arcThrough(corners[0]!, corners[1]!, corners[2]!, this.keepsArea) : corners
      const from = parameters.at(-1) ?? 0
      const length = isArc ? 1 : part.length - 1
      // A segment begins at the point where the one before it ends.
      for (const [i, point] of part.entries()) {
        if (i === 0 && all.length > 0) continue
        all.push(point)
        parameters.push(from + (length * i) / (part.length - 1))
      }
      if (all.length > mostPoints) return null
    }
    return this.checked(all) === null ? null : through({ points: all, parameters })
  }

  private line(read: InstanceReader): Curve | null {
    const { geometry } = this
    const at = geometry.vector(read.row(0))
    const vector = geometry.open(read.row(1))
    const along = vector === null ? null : geometry.vector(vector.row(0))
    const direction = along === null ? null : unit(along)
    const magnitude = vector?.number(1) ?? Number.NaN
    if (at === null || direction === null || !(magnitude > 0)) return null
    return {
      from: 0,
      to: 1,
      period: 0,
      at: (parameter) => plus(at, direction, parameter * magnitude),
      sample: (from, to) => ({
        points: [plus(at, direction, from * magnitude), plus(at, direction, to * magnitude)],
        parameters: [from, to]
      }),
      parameterOf: (point) => dot(minus(point, at), direction) / magnitude
    }
  }

  private conic(radii: readonly [number, number], read: InstanceReader): Curve | null {
    const [x, y] = [read.number(radii[0]), read.number(radii[1])]
    const axes = this.geometry.axes(read.row(0))
    return axes === null || !(x > 0 && y > 0) ? null : ellipse(axes, [x, y], this.geometry.radians, this.keepsArea)
  }

  private trimmed(read: InstanceReader, depth: number): Curve | null {
    const basis = this.curve(read.row(0), depth + 1)
    if (basis === null) return null
    const trims = [1, 2].map((argument): Trim => {
      const parameter = this.geometry.numbers(read, argument).find((value) => !Number.isNaN(value))
      const at = this.geometry.rows(read, argument)[0]
      return { parameter: parameter ?? null, point: at === undefined ? null : this.geometry.vector(at) }
    }) as [Trim, Trim]
    return trimmed(basis, trims, read.word(3) !== "F", read.word(4) === "PARAMETER")
  }

  private composite(read: InstanceReader, depth: number): Curve | null {
    const parts: Array<Part> = []
    for (const row of this.geometry.rows(read, 0)) {
      const segment = this.geometry.open(row)
      const isSame = segment?.word(1) !== "F"
      const curve = segment === null || segment.count < 3 ? null : this.curve(segment.row(2), depth + 1)
      if (curve === null || segment?.kind(1) !== "enumeration") return null
      const samples = curve.sample(curve.from, curve.to)
      if (this.checked(samples.points) === null) return null
      parts.push({ samples, isSame })
    }
    return composite(parts)
  }

  private spline(name: string, read: InstanceReader): Curve | null {
    const { geometry } = this
    const points = geometry.vectors(geometry.rows(read, 1))
    const degree = read.number(0)
    if (points === null || points.length > mostPoints) return null
    const hasKnots = name.endsWith("WithKnots")
    const isRational = name.includes("Rational")
    const knots = hasKnots
      ? knotsOf(geometry.numbers(read, 6), geometry.numbers(read, 5), degree, points.length)
      : standardKnots("PIECEWISE_BEZIER_KNOTS", degree, points.length)
    const weights = isRational ? geometry.numbers(read, hasKnots ? 8 : 5) : null
    if (knots === null || (weights !== null && weights.length !== points.length)) return null
    return weights?.every((weight) => weight > 0) === false ? null : splineCurve(points, weights, degree, knots)
  }

  private offset(read: InstanceReader, depth: number): Curve | null {
    const basis = this.curve(read.row(0), depth + 1)
    const distance = read.number(1)
    const normal = read.count > 3 ? unit(this.geometry.vector(read.row(3)) ?? [0, 0, 0]) : ([0, 0, 1] as const)
    if (basis === null || normal === null || !Number.isFinite(distance)) return null
    const { parameters, points } = basis.sample(basis.from, basis.to)
    const moved = offset(points, distance, normal)
    const isFalling = (parameters.at(-1) ?? 0) < (parameters[0] ?? 0)
    if (moved === null || this.checked(moved) === null) return null
    return isFalling ? polyline(moved) : through({ points: moved, parameters })
  }
}
