import { Curves } from "../curves/Curves.ts"
import { type Curve, pointsOf } from "../curves/Curve.ts"
import { filleted } from "../curves/Fillets.ts"
import { GeometryReader } from "../curves/GeometryReader.ts"
import { distance, minus, unit, type Vector } from "../curves/Vector.ts"
import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import { sweptPart } from "./DrawnCurves.ts"
import { bodyFinder } from "./Representations.ts"

/** The deepest nesting of items that is evaluated: of mapped items, and of the first operands of Boolean results. */
const deepest = 1000

/** A line that a file draws a product along, in the unit of the file. */
export interface Path {
  readonly length: number
  /** The direction from its start to its end in the frame of the product; null if it is not straight. */
  readonly direction: Vector | null
}

/** The paths of a product. */
export interface Paths {
  /** The path along which the only body of the product is swept; null if the body is not a sweep. */
  readonly sweep: Path | null
  /** The curve of the representation `Axis`; null if there is none. */
  readonly axis: Path | null
}

export const noPaths: Paths = { sweep: null, axis: null }

/** A path is straight if its length exceeds its chord by at most this fraction. */
const straightWithin = 1e-6

const pathOf = (points: ReadonlyArray<Vector>): Path => {
  const length = points.slice(1).reduce((sum, point, i) => sum + distance(points[i]!, point), 0)
  const chord = minus(points.at(-1)!, points[0]!)
  const isStraight = length - distance(points[0]!, points.at(-1)!) <= straightWithin * length
  return { length, direction: isStraight ? unit(chord) : null }
}

const scaled = (path: Path, scale: number): Path => ({ ...path, length: path.length * scale })

/**
 * Returns a function that finds the paths of a product by the row of its IfcProductDefinitionShape.
 *
 * Source: IFC 4.3, IfcExtrudedAreaSolid, IfcSweptDiskSolid, IfcFixedReferenceSweptAreaSolid, IfcMappedItem.
 */
export const pathFinder = (file: IfcFile, radians: number): ((shape: number) => Paths) => {
  const geometry = new GeometryReader(file, radians)
  const curves = new Curves(geometry, false)
  const bodyOf = bodyFinder(file)
  const known = new Map<number, Paths>()

  /** Returns the only item of a representation; -1 if it has none or several. */
  const onlyItem = (row: number): number => {
    const read = geometry.open(row)
    const items = read === null ? [] : geometry.rows(read, 3)
    return items.length === 1 ? items[0]! : -1
  }

  const along = (curve: Curve | null, trims: readonly [number, number]): ReadonlyArray<Vector> => {
    if (curve === null) return []
    const part = sweptPart(curve, trims, file.schema.name)
    return part[0] === curve.from && part[1] === curve.to ? pointsOf(curve) : curve.sample(...part).points
  }

  const disk = (row: number, read: InstanceReader): Path | null => {
    const isPolygonal = file.is(row, "IfcSweptDiskSolidPolygonal")
    const fillet = isPolygonal ? read.number(5) : Number.NaN
    const trims = [read.number(3), read.number(4)] as const
    const points = along(curves.curve(read.row(0)), trims)
    if (points.length < 2) return null
    return pathOf(fillet > 0 ? filleted(points, fillet) : points)
  }

  /** Returns the scale of a mapped item; NaN if it differs by axis. */
  const scaleOf = (row: number): number => {
    const read = geometry.open(row)
    if (read === null) return Number.NaN
    const scale = read.kind(3) === "number" ? read.number(3) : 1
    if (!file.is(row, "IfcCartesianTransformationOperator3DnonUniform")) return scale
    const others = [5, 6].map((argument) => (read.kind(argument) === "number" ? read.number(argument) : scale))
    return others.every((other) => other === scale) ? scale : Number.NaN
  }

  const swept = (item: number): Path | null => {
    let scale = 1
    for (let [row, depth] = [item, 0]; depth < deepest; depth++) {
      const read = geometry.open(row)
      if (read === null) return null
      if (file.is(row, "IfcBooleanResult")) {
        if (read.word(0) !== "DIFFERENCE") return null
        row = read.row(1)
      } else if (file.is(row, "IfcMappedItem")) {
        const source = geometry.open(read.row(0))
        scale *= scaleOf(read.row(1))
        row = source === null ? -1 : onlyItem(source.row(1))
      } else if (file.is(row, "IfcExtrudedAreaSolid")) {
        const length = read.number(3) * scale
        return length > 0 ? { length, direction: geometry.vector(read.row(2)) } : null
      } else if (file.is(row, "IfcSweptDiskSolid")) {
        const path = disk(row, read)
        return path === null || !(scale > 0) ? null : scaled(path, scale)
      } else if (file.is(row, "IfcFixedReferenceSweptAreaSolid") || file.is(row, "IfcSurfaceCurveSweptAreaSolid")) {
        const points = along(curves.curve(read.row(2)), [read.number(3), read.number(4)])
        return points.length < 2 || !(scale > 0) ? null : scaled(pathOf(points), scale)
      } else return null
    }
    return null
  }

  const axisOf = (read: InstanceReader): Path | null => {
    for (const row of geometry.rows(read, 2)) {
      const representation = geometry.open(row)
      if (representation?.onceString(1)?.trim().toLowerCase() !== "axis") continue
      const points = curves.points(onlyItem(row))
      return points === null ? null : pathOf(points)
    }
    return null
  }

  return (shape) =>
    known.getOrInsertComputed(shape, () => {
      const read = geometry.open(shape)
      if (read === null) return noPaths
      const body = bodyOf(read)
      return { sweep: body === null ? null : swept(onlyItem(body.row)), axis: axisOf(read) }
    })
}
