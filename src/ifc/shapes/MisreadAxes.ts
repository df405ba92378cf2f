import { AxesReader, baseAxes, type Basis, buildAxes, flatBase, isAcross } from "./Axes.ts"
import type { Vector } from "../curves/Vector.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import { real, referred, type Rewriting } from "./Rewriting.ts"

/** Tolerance of the components of an axis that the engine derives as the standard does. */
const axisWithin = 1e-9

const isSame = (a: Vector, b: Vector): boolean => a.every((part, i) => Math.abs(part - b[i]!) <= axisWithin)

const written = (numbers: ReadonlyArray<number>): string => `IFCDIRECTION((${numbers.map(real).join()}))`

/**
 * Writes the axes and scales of operators explicitly. The engine uses x, y, z and 1 for omitted ones, whereas the
 * standard derives them from those that are given.
 */
const operators = (file: IfcFile, rewriting: Rewriting): void => {
  const read = file.freeReader()
  const reader = new AxesReader(file)
  const usual: Basis = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1]
  ]
  for (const row of file.rowsOf("IfcCartesianTransformationOperator")) {
    const { name } = file.classOf(row)
    const isFlat = name.includes("2D")
    const found = reader.directions(row, ...(isFlat ? [0, 1] : [0, 1, 4]))
    const axes = found === null ? null : isFlat ? flatBase(found[0], found[1]) : baseAxes(found[0], found[1], found[2])
    if (axes === null || !read.openRow(row)) continue
    const isUniform = !name.includes("nonUniform")
    const [scale, ...others] = (isUniform ? [3] : isFlat ? [3, 4] : [3, 5, 6]).map((at) => read.number(at))
    const first = Number.isNaN(scale) ? 1 : scale!
    const hasAxes = found!.every((axis, i) => isSame(axis ?? usual[i]!, axes[i]!))
    if (hasAxes && !others.some(Number.isNaN)) continue
    if (!rewriting.hasRoom(3)) return
    const [x, y, z] = axes.map((axis) => rewriting.add(written(isFlat ? axis.slice(0, 2) : axis)))
    const scales = others.map((value) => real(Number.isNaN(value) ? first : value))
    const rest = isFlat ? scales : [z, ...scales]
    rewriting.replace(row, `${name.toUpperCase()}(${[x, y, referred(read, 2), real(first), ...rest].join()})`)
  }
}

/**
 * Writes the reference direction of placements whose axis lies along x explicitly, because the engine uses x as its
 * default even then. A reference direction that lies along the axis of a plane is replaced, because a plane has the
 * same points whatever its x axis is.
 */
const placements = (file: IfcFile, rewriting: Rewriting): void => {
  const read = file.freeReader()
  const reader = new AxesReader(file)
  const replaced = new Set<number>()
  /** Replaces a placement; returns false if there is no room for it. */
  const replace = (row: number, axis: Vector, reference: Vector): boolean => {
    if (replaced.has(row)) return true
    replaced.add(row)
    if (!rewriting.hasRoom(2) || !read.openRow(row)) return false
    const [z, x] = [axis, reference].map((direction) => rewriting.add(written(direction)))
    rewriting.replace(row, `IFCAXIS2PLACEMENT3D(${referred(read, 0)},${z},${x})`)
    return true
  }
  for (const row of file.rowsOf("IfcAxis2Placement3D")) {
    if (!read.openRow(row) || read.kind(1) !== "reference" || read.kind(2) === "reference") continue
    const [axis] = reader.directions(row, 1) ?? []
    const axes = axis === undefined ? null : buildAxes(axis, undefined)
    if (axes === null || isAcross(axes[2])) continue
    if (!replace(row, axes[2], axes[0])) return
  }
  for (const plane of file.rowsOf("IfcPlane")) {
    const row = read.openRow(plane) ? read.row(0) : -1
    const [axis, reference] = reader.directions(row, 1, 2) ?? []
    if (reference === undefined || buildAxes(axis, reference) !== null) continue
    const axes = buildAxes(axis, undefined)
    if (axes !== null && !replace(row, axes[2], axes[0])) return
  }
}

/** Replaces half spaces with a box, which the engine does not support. The box bounds nothing. */
const boxed = (file: IfcFile, rewriting: Rewriting): void => {
  const read = file.freeReader()
  for (const row of file.rowsOf("IfcBoxedHalfSpace")) {
    if (!read.openRow(row)) continue
    if (!rewriting.hasRoom(0)) return
    rewriting.replace(row, `IFCHALFSPACESOLID(${referred(read, 0)},.${read.word(1) ?? "U"}.)`)
  }
}

/**
 * Rewrites placements and transformations for which the engine takes other axes than the standard, and half spaces that
 * it does not support.
 *
 * Source: IFC 4.3, IfcCartesianTransformationOperator, IfcAxis2Placement3D, IfcBoxedHalfSpace.
 */
export const replaceMisreadAxes = (file: IfcFile, rewriting: Rewriting): void => {
  operators(file, rewriting)
  placements(file, rewriting)
  boxed(file, rewriting)
}
