import { type Curve, distinct, pointsOf, sizeOf } from "../curves/Curve.ts"
import type { Curves } from "../curves/Curves.ts"
import { filleted } from "../curves/Fillets.ts"
import type { GeometryReader } from "../curves/GeometryReader.ts"
import type { Vector } from "../curves/Vector.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import { real, type Rewriting } from "./Rewriting.ts"

/** Points closer than this fraction of the size of a line are the same. */
const sameWithin = 1e-9

/** Writes a line through points, in two dimensions or three, and returns a reference to it. */
export const writeLine = (points: ReadonlyArray<Vector>, dimensions: 2 | 3, rewriting: Rewriting): string => {
  const list = points.map((point) => `(${point.slice(0, dimensions).map(real).join()})`)
  const all = rewriting.add(`IFCCARTESIANPOINTLIST${dimensions}D((${list.join()}))`)
  return rewriting.add(`IFCINDEXEDPOLYCURVE(${all},$,.F.)`)
}

/** Returns whether the engine reads a curve as the standard defines it. */
export const isReadRight = (file: IfcFile, geometry: GeometryReader, row: number): boolean => {
  if (file.is(row, "IfcPolyline") || file.is(row, "IfcConic")) return true
  const read = geometry.open(row)
  if (read === null) return true
  if (file.is(row, "IfcIndexedPolyCurve")) {
    return read.kind(1) !== "list" || !/ARC/i.test(read.bytes.toString("latin1", read.start(1), read.end(1)))
  }
  if (!file.is(row, "IfcCompositeCurve")) return false
  return geometry.rows(read, 0).every((segment) => {
    const part = geometry.open(segment)
    return part !== null && part.word(1) !== "F" && file.is(part.row(2), "IfcPolyline")
  })
}

/** Replaces outlines of profiles that the engine would draw differently from the standard with straight lines. */
const outlines = (file: IfcFile, curves: Curves, rewriting: Rewriting): void => {
  const { geometry } = curves
  for (const row of file.rowsOf("IfcArbitraryClosedProfileDef")) {
    const read = geometry.open(row)
    if (read === null) continue
    const rows = [read.row(2), ...geometry.rows(read, 3)]
    if (rows.every((curve) => isReadRight(file, geometry, curve))) continue
    const lines = rows.map((curve) => curves.points(curve))
    if (!lines.every((line) => line !== null)) continue
    if (!rewriting.hasRoom(2 * lines.length)) return
    const [outer, ...holes] = lines.map((points) =>
      writeLine(distinct(points, sameWithin * sizeOf(points)), 2, rewriting)
    )
    const kind = holes.length === 0 ? "CLOSEDPROFILEDEF" : "PROFILEDEFWITHVOIDS"
    const inner = holes.length === 0 ? "" : `,(${holes.join()})`
    rewriting.replace(row, `IFCARBITRARY${kind}(.${read.word(0) ?? "AREA"}.,$,${outer}${inner})`)
  }
}

/** The range of a curve whose parameters count segments is assumed to be at most this long. */
const mostSegments = 20

/**
 * Returns the ends of the part of a directrix that is swept. IFC2X3 requires parameters, and some of its exporters write
 * 0 and 1 for the whole of a curve that is measured in lengths and angles.
 */
export const sweptPart = (
  { from, to }: Curve,
  [start, end]: readonly [number, number],
  schema: string
): readonly [number, number] => {
  const [least, most] = [Math.min(from, to), Math.max(from, to)]
  if (schema === "IFC2X3" && start === 0 && end === 1 && most - least > mostSegments) return [from, to]
  const part = [start, end].map((value, i) => {
    const given = Number.isNaN(value) ? [from, to][i]! : value
    return Math.min(most, Math.max(least, given))
  }) as [number, number]
  return part[0] === part[1] ? [from, to] : part
}

/** Replaces the directrices of swept disks that the engine would follow differently from the standard. */
const disks = (file: IfcFile, curves: Curves, rewriting: Rewriting): void => {
  const { geometry } = curves
  for (const row of file.rowsOf("IfcSweptDiskSolid")) {
    const read = geometry.open(row)
    if (read === null) continue
    const directrix = read.row(0)
    const fillet = file.is(row, "IfcSweptDiskSolidPolygonal") ? read.number(5) : Number.NaN
    const isPolygonal = file.is(row, "IfcSweptDiskSolidPolygonal")
    const trims = [read.number(3), read.number(4)] as const
    if (!isPolygonal && trims.every(Number.isNaN) && isReadRight(file, geometry, directrix)) continue
    const curve = curves.curve(directrix)
    if (curve === null) continue
    const part = sweptPart(curve, trims, file.schema.name)
    const isWhole = part[0] === curve.from && part[1] === curve.to
    const isTrimmed = trims[0] === curve.from && trims[1] === curve.to
    if (isTrimmed && !isPolygonal && isReadRight(file, geometry, directrix)) continue
    const line = isWhole ? pointsOf(curve) : curve.sample(...part).points
    const points = distinct(fillet > 0 ? filleted(line, fillet) : line, sameWithin * sizeOf(line))
    if (!rewriting.hasRoom(2)) return
    const inner = read.kind(2) === "number" ? real(read.number(2)) : "$"
    rewriting.replace(row, `IFCSWEPTDISKSOLID(${writeLine(points, 3, rewriting)},${real(read.number(1))},${inner},$,$)`)
  }
}

/**
 * Replaces the curves that web-ifc 0.0.78 reads differently from the standard with straight lines. It reverses arcs and
 * lines of two points only, takes the wrong side of arcs of more than half a turn, follows splines with too few chords,
 * and has no end for a directrix before that of its curve.
 *
 * @param areas evaluates outlines, lines evaluates directrices
 */
export const drawCurves = (file: IfcFile, areas: Curves, lines: Curves, rewriting: Rewriting): void => {
  outlines(file, areas, rewriting)
  disks(file, lines, rewriting)
}
