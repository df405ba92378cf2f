import type { Curves } from "../curves/Curves.ts"
import { type HalfSpace, halfSpacesOf } from "./HalfSpaces.ts"
import type { Rewriting } from "./Rewriting.ts"

/** Two items that are combined, by their instance numbers. */
interface BooleanItem {
  readonly operator: "UNION" | "DIFFERENCE" | "INTERSECTION"
  readonly first: number
  readonly second: number
}

/** The items of a file that combine other items, by their instance numbers. */
export interface Booleans {
  readonly combined: ReadonlyMap<number, BooleanItem>
  readonly halfSpaces: ReadonlyMap<number, HalfSpace>
}

const operators = new Set(["UNION", "DIFFERENCE", "INTERSECTION"])

/**
 * Finds the items that combine others, and rewrites bounded half spaces.
 *
 * @param curves evaluates the boundaries of half spaces
 * @param metre metres per unit of length
 *
 * Source: IFC 4.3, IfcBooleanResult, IfcBooleanClippingResult.
 */
export const booleansOf = (curves: Curves, metre: number, rewriting: Rewriting): Booleans => {
  const { file } = curves.geometry
  const read = file.freeReader()
  const combined = new Map<number, BooleanItem>()
  /** Returns the root of a CSG solid; returns any other item unchanged. */
  const rootOf = (id: number): number => {
    const row = file.rowOf(id)
    const tree = file.freeReader()
    return file.is(row, "IfcCsgSolid") && tree.openRow(row) ? tree.reference(0) : id
  }
  for (const row of file.rowsOf("IfcBooleanResult")) {
    if (!read.openRow(row)) continue
    const operator = file.is(row, "IfcBooleanClippingResult") ? "DIFFERENCE" : (read.word(0) ?? "")
    if (!operators.has(operator)) continue
    combined.set(file.idOf(row), {
      operator: operator as BooleanItem["operator"],
      first: rootOf(read.reference(1)),
      second: rootOf(read.reference(2))
    })
  }
  return { combined, halfSpaces: combined.size === 0 ? new Map() : halfSpacesOf(curves, metre, rewriting) }
}
