import { examined, outlineOf } from "./ProfileOutlines.ts"
import { ellipse } from "./Conics.ts"
import { distinct, pointsOf, sizeOf } from "./Curve.ts"
import type { Curves } from "./Curves.ts"
import { offset } from "./Offset.ts"
import { oriented } from "./Triangulation.ts"
import { across, distance, outOf, times, type Vector } from "./Vector.ts"

/** Loops of points in the plane of a profile: the outside counterclockwise, then its holes clockwise. */
export type Area = ReadonlyArray<ReadonlyArray<Vector>>

/** The deepest nesting of profiles that is evaluated, and the most areas and points of one. */
const deepest = 16
const mostAreas = 1000
const mostPoints = 5000

/** Points closer than this fraction of the size of an outline are the same. */
const sameWithin = 1e-9

/** Returns a loop without equal neighbours. */
const loopOf = (points: ReadonlyArray<Vector>): ReadonlyArray<Vector> => {
  const within = sizeOf(points) * sameWithin
  const kept = distinct(points, within)
  return kept.length > 1 && distance(kept[0]!, kept.at(-1)!) <= within ? kept.slice(0, -1) : kept
}

/** Returns loops as an area, or null if it has no extent or too many points. */
const areaOf = (loops: ReadonlyArray<ReadonlyArray<Vector>>): Area | null => {
  const all = loops.map(loopOf)
  const count = all.reduce((sum, { length }) => sum + length, 0)
  return all.every(({ length }) => length >= 3) && count <= mostPoints ? oriented(all) : null
}

/**
 * Returns the areas of profiles, in the units of the file.
 *
 * Source: IFC 4.3, IfcProfileResource.
 */
export class ProfileAreas {
  private readonly known = new Map<number, ReadonlyArray<Area> | null>()

  /**
   * @param curves evaluates arcs so that areas are kept
   * @param lines evaluates arcs so that the points are on the arcs
   */
  constructor(
    private readonly curves: Curves,
    private readonly lines: Curves
  ) {}

  /** Returns the areas of a profile; null if it is invalid or its kind is unknown. */
  of(row: number, depth = 0): ReadonlyArray<Area> | null {
    const found = this.known.get(row)
    if (found !== undefined || depth > deepest) return found ?? null
    const areas = this.read(row, depth)
    this.known.set(row, areas)
    return areas
  }

  private read(row: number, depth: number): ReadonlyArray<Area> | null {
    const { geometry } = this.curves
    const read = geometry.open(row)
    if (read === null || read.word(0) !== "AREA") return null
    const { name } = geometry.file.classOf(row)
    if (geometry.file.is(row, "IfcParameterizedProfileDef")) return this.parameterized(row, name)
    const single = (area: Area | null): ReadonlyArray<Area> | null => (area === null ? null : [area])
    switch (name) {
      case "IfcArbitraryClosedProfileDef":
      case "IfcArbitraryProfileDefWithVoids": {
        const loops = [read.row(2), ...geometry.rows(read, 3)].map((curve) => this.curves.points(curve))
        return loops.every((loop) => loop !== null) ? single(areaOf(loops)) : null
      }
      case "IfcCenterLineProfileDef":
        return single(this.centreLine(read.row(2), read.number(3)))
      case "IfcCompositeProfileDef": {
        const parts = geometry.rows(read, 2).map((part) => this.of(part, depth + 1))
        const all = parts.every((part) => part !== null) ? parts.flat() : []
        return all.length > 0 && all.length <= mostAreas ? all : null
      }
      case "IfcMirroredProfileDef":
        return this.moved(this.of(read.row(2), depth + 1), ([x, y]) => [-x, y, 0])
      case "IfcDerivedProfileDef": {
        const operator = this.operator(read.row(3))
        return operator === null ? null : this.moved(this.of(read.row(2), depth + 1), operator)
      }
      default:
        return null
    }
  }

  private moved(areas: ReadonlyArray<Area> | null, by: (point: Vector) => Vector): ReadonlyArray<Area> | null {
    return areas?.map((area) => oriented(area.map((loop) => loop.map(by)))) ?? null
  }

  private parameterized(row: number, name: string): ReadonlyArray<Area> | null {
    const { geometry } = this.curves
    const read = geometry.open(row)!
    const axes = geometry.axes(read.row(2))
    const numbers = Array.from({ length: examined }, (_, i) => read.number(3 + i) || 0)
    if (axes === null || numbers.slice(0, 5).some((value) => value < 0)) return null
    const round = (x: number, y: number): ReadonlyArray<Vector> | null =>
      x > 0 && y > 0 ? pointsOf(ellipse(axes, [x, y], 1, true)) : null
    const [one, two, wall] = numbers as [number, number, number]
    const straight = (kind: string, of: ReadonlyArray<number>): ReadonlyArray<Vector> | null =>
      outlineOf(kind, of)?.map(([x, y]) => outOf(axes, [x, y, 0])) ?? null
    const rounds: Readonly<Record<string, () => ReadonlyArray<ReadonlyArray<Vector> | null>>> = {
      IfcCircleProfileDef: () => [round(one, one)],
      IfcCircleHollowProfileDef: () => [round(one, one), round(one - two, one - two)],
      IfcEllipseProfileDef: () => [round(one, two)],
      IfcRectangleHollowProfileDef: () => [
        straight("IfcRoundedRectangleProfileDef", [one, two, numbers[4]!]),
        straight("IfcRoundedRectangleProfileDef", [one - 2 * wall, two - 2 * wall, numbers[3]!])
      ]
    }
    const loops = rounds[name]?.() ?? [straight(name, numbers)]
    const area = loops.every((loop) => loop !== null) ? areaOf(loops) : null
    return area === null ? null : [area]
  }

  /**
   * Returns the area within half a thickness of a curve, with mitred corners; the area of a closed curve has a hole.
   */
  private centreLine(row: number, thickness: number): Area | null {
    const points = this.lines.points(row)
    if (points === null || !(thickness > 0)) return null
    const [left, right] = [offset(points, thickness / 2, [0, 0, 1]), offset(points, -thickness / 2, [0, 0, 1])]
    if (left === null || right === null) return null
    const isClosed = points.length > 3 && distance(points[0]!, points.at(-1)!) <= sizeOf(points) * sameWithin
    if (!isClosed) return areaOf([[...right, ...left.toReversed()]])
    return areaOf(sizeOf(left) > sizeOf(right) ? [left, right] : [right, left])
  }

  /**
   * Returns the transformation of points by an IfcCartesianTransformationOperator2D; null if it is undefined.
   *
   * Source: IFC 4.3, IfcBaseAxis.
   */
  private operator(row: number): ((point: Vector) => Vector) | null {
    const { geometry } = this.curves
    const read = geometry.open(row)
    if (read === null) return null
    const [one, two, origin] = [0, 1, 2].map((argument) => geometry.vector(read.row(argument)))
    const scale = Number.isNaN(read.number(3)) ? 1 : read.number(3)
    const other = read.count > 4 && !Number.isNaN(read.number(4)) ? read.number(4) : scale
    if (origin === null || origin === undefined) return null
    const turned = ([x, y]: Vector, by: number): Vector => [-by * y, by * x, 0]
    const x = across(one ?? (two ? turned(two, -1) : [1, 0, 0]), [0, 0, 1])
    if (x === null) return null
    const left = turned(x, 1)
    const y = two && left[0] * two[0] + left[1] * two[1] < 0 ? times(left, -1) : left
    const axes = { x: times(x, scale), y: times(y, other), z: [0, 0, 1] as Vector, origin }
    return (point) => outOf(axes, point)
  }
}
