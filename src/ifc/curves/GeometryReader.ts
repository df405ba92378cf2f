import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import { StepArguments } from "../step/StepArguments.ts"
import { across, type Axes, cross, unit, type Vector } from "./Vector.ts"

/** The most numbers that a list of coordinates may have. */
const mostNumbers = 3_000_000

/**
 * Reads the elements of all geometry: points, directions, placements and lists of numbers, in the units of the file.
 */
export class GeometryReader {
  private readonly list: StepArguments
  private readonly item: StepArguments
  private readonly points: InstanceReader

  constructor(
    readonly file: IfcFile,
    /** Radians per unit of angle of the file. */
    readonly radians: number
  ) {
    this.list = new StepArguments(file.bytes)
    this.item = new StepArguments(file.bytes)
    this.points = file.freeReader()
  }

  /** Opens an instance; null if it does not exist or cannot be read. */
  open(row: number): InstanceReader | null {
    const read = this.file.freeReader()
    return row >= 0 && read.openRow(row) ? read : null
  }

  /** Returns the rows that a list refers to; -1 for instances that do not exist. */
  rows(read: InstanceReader, argument: number): ReadonlyArray<number> {
    const rows: Array<number> = []
    if (read.kind(argument) === "list") read.references(argument, (id) => rows.push(this.file.rowOf(id)))
    return rows
  }

  /** Returns the numbers of a list; none if the argument is not a list. */
  numbers(read: InstanceReader, argument: number): ReadonlyArray<number> {
    if (read.kind(argument) !== "list" || !this.list.open(read.start(argument), read.end(argument))) return []
    return Array.from({ length: this.list.count }, (_, i) => this.list.number(i))
  }

  /** Returns the numbers of a list of lists; null if one of them is missing, or if there are too many. */
  table(read: InstanceReader, argument: number): ReadonlyArray<ReadonlyArray<number>> | null {
    const { item, list } = this
    if (read.kind(argument) !== "list" || !list.open(read.start(argument), read.end(argument))) return null
    const rows: Array<ReadonlyArray<number>> = []
    for (let i = 0, count = 0; i < list.count; i++) {
      if (list.kind(i) !== "list" || !item.open(list.start(i), list.end(i))) return null
      count += item.count
      if (count > mostNumbers) return null
      rows.push(Array.from({ length: item.count }, (_, k) => item.number(k)))
    }
    return rows
  }

  /** Returns the rows that the lists of a list refer to; null if the argument is not a list of lists. */
  referenceTable(read: InstanceReader, argument: number): ReadonlyArray<ReadonlyArray<number>> | null {
    const { item, list } = this
    if (read.kind(argument) !== "list" || !list.open(read.start(argument), read.end(argument))) return null
    const rows: Array<ReadonlyArray<number>> = []
    for (let i = 0; i < list.count; i++) {
      if (list.kind(i) !== "list" || !item.open(list.start(i), list.end(i))) return null
      rows.push(Array.from({ length: item.count }, (_, k) => this.file.rowOf(item.reference(k))))
    }
    return rows
  }

  /** Returns an IfcCartesianPoint or an IfcDirection; null if the row is neither. */
  vector(row: number): Vector | null {
    const { file, points } = this
    if (!file.is(row, "IfcCartesianPoint") && !file.is(row, "IfcDirection")) return null
    if (!points.openRow(row)) return null
    const [x = Number.NaN, y = 0, z = 0] = this.numbers(points, 0)
    return Number.isFinite(x + y + z) ? [x, y, z] : null
  }

  /** Returns the points of a list; null if one of them is no point. */
  vectors(rows: ReadonlyArray<number>): ReadonlyArray<Vector> | null {
    const vectors: Array<Vector> = []
    for (const row of rows) {
      const vector = this.vector(row)
      if (vector === null) return null
      vectors.push(vector)
    }
    return vectors
  }

  /** Returns the points of an IfcCartesianPointList; null if the row is not one. */
  pointList(row: number): ReadonlyArray<Vector> | null {
    const read = this.open(row)
    const table = read === null ? null : this.table(read, 0)
    return table?.map(([x = Number.NaN, y = 0, z = 0]): Vector => [x, y, z]) ?? null
  }

  /**
   * Returns the axes of an IfcAxis2Placement2D or 3D or an IfcAxis1Placement; without one, those of the coordinate
   * system itself. Returns null if they are undefined.
   *
   * Source: IFC 4.3, IfcBuildAxes, IfcBuild2Axes, IfcFirstProjAxis.
   */
  axes(row: number): Axes | null {
    const read = this.open(row)
    if (read === null) return { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], origin: [0, 0, 0] }
    const isFlat = this.file.is(row, "IfcAxis2Placement2D")
    const hasReference = isFlat || this.file.is(row, "IfcAxis2Placement3D")
    const [at, axis, reference] = [read.row(0), isFlat ? -1 : read.row(1), hasReference ? read.row(isFlat ? 1 : 2) : -1]
    const origin = this.vector(at)
    const z = unit(this.vector(axis) ?? [0, 0, 1])
    if (origin === null || z === null) return null
    const given = this.vector(reference)
    const x = across(given ?? (Math.abs(z[0]) === 1 ? [0, 1, 0] : [1, 0, 0]), z)
    return x === null ? null : { x, y: cross(z, x), z, origin }
  }
}
