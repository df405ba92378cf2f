import { coordinates } from "./Coordinates.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import { replaceMisreadAxes } from "./MisreadAxes.ts"
import { real, referred, type Rewriting } from "./Rewriting.ts"
import { StepArguments } from "../step/StepArguments.ts"

/** Tolerance of the length of a unit direction. */
const unitWithin = 1e-6

/**
 * Normalizes the directions of extrusions. The engine scales an extrusion by the length of its direction, which has no
 * meaning in the standard.
 */
const directions = (file: IfcFile, rewriting: Rewriting): void => {
  const read = file.freeReader()
  const seen = new Set<number>()
  for (const solid of file.rowsOf("IfcExtrudedAreaSolid")) {
    if (!read.openRow(solid)) continue
    const row = read.row(2)
    if (!file.is(row, "IfcDirection") || seen.has(row)) continue
    seen.add(row)
    if (!read.openRow(row)) continue
    const numbers = coordinates(read, 0)
    const length = Math.hypot(...numbers)
    if (numbers.length !== 3 || !(length > 0 && length < Infinity) || Math.abs(length - 1) <= unitWithin) continue
    if (!rewriting.hasRoom(0)) return
    rewriting.replace(row, `IFCDIRECTION((${numbers.map((value) => real(value / length)).join()}))`)
  }
}

/** Number of turns beyond which the parameters of a trimmed circle or ellipse are reduced to less than one turn. */
const nearTurns = 100

/** Reduces large angles at the ends of arcs, because the engine reduces them turn by turn, however many there are. */
const arcs = (file: IfcFile, turn: number, rewriting: Rewriting): void => {
  const read = file.freeReader()
  const trims = [new StepArguments(file.bytes), new StepArguments(file.bytes)] as const
  const isFar = (angle: number): boolean => Math.abs(angle) > nearTurns * turn
  for (const row of file.rowsOf("IfcTrimmedCurve")) {
    if (!read.openRow(row) || !file.is(read.row(0), "IfcConic")) continue
    // Each trim is a set of a parameter, a point or both.
    const areRead = trims.every((trim, i) => {
      const isList = read.kind(i + 1) === "list" && trim.open(read.start(i + 1), read.end(i + 1))
      return isList && trim.count <= 2
    })
    if (!areRead || !trims.some((trim) => isFar(trim.number(0)) || isFar(trim.number(1)))) continue
    if (!rewriting.hasRoom(0)) return
    const item = (trim: StepArguments, i: number): string => {
      const angle = trim.number(i)
      if (!isFar(angle)) return file.bytes.toString("latin1", trim.start(i), trim.end(i))
      return `IFCPARAMETERVALUE(${real(Number.isFinite(angle) ? angle % turn : 0)})`
    }
    const lists = trims.map((trim) => `(${Array.from({ length: trim.count }, (_, i) => item(trim, i)).join()})`)
    const [sense, master] = [3, 4].map((argument) => `.${read.word(argument) ?? "U"}.`)
    rewriting.replace(row, `IFCTRIMMEDCURVE(${referred(read, 0)},${lists.join()},${sense},${master})`)
  }
}

/**
 * Rewrites everything that web-ifc 0.0.78 reads differently from the standard, so that it reads it correctly.
 *
 * @param turn a full turn in the unit that the engine assumes for angles in the file
 *
 * Source: IFC 4.3, IfcDirection, IfcTrimmedCurve.
 */
export const replaceMisread = (file: IfcFile, turn: number, rewriting: Rewriting): void => {
  directions(file, rewriting)
  arcs(file, turn, rewriting)
  replaceMisreadAxes(file, rewriting)
}
