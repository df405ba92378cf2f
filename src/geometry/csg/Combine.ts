import type { Polygon } from "./Polygons.ts"
import { complement, Tree } from "./Tree.ts"

export type Operator = "UNION" | "DIFFERENCE" | "INTERSECTION"

type Body = ReadonlyArray<Polygon>

/**
 * Combines two bodies, each given by the polygons that bound it: closed, and outward. A half space is given by a single
 * polygon that covers the other body. A union joins bodies that touch in a face; a difference leaves them unchanged.
 *
 * Throws `TooMuchWork` if the work exceeds the budget.
 *
 * @param within the distance within which points are in a plane
 */
export const combined = (
  operator: Operator,
  first: Body,
  second: Body,
  within: number,
  budget: { left: number }
): Body => {
  // An empty body has no polygons, and its complement would have none as well.
  if (first.length === 0) return operator === "UNION" ? second : []
  if (second.length === 0) return operator === "INTERSECTION" ? [] : first
  // By De Morgan's laws each operation is a union of bodies or their complements.
  const a = operator === "UNION" ? first : complement(first)
  const b = operator === "INTERSECTION" ? complement(second) : second
  const [inA, inB] = [new Tree(a, within, budget), new Tree(b, within, budget)]
  const ofB = inA.outside(b)
  // Polygons in the surfaces of both bodies count as inside the complement too, so that they are kept once.
  const union = [...inB.outside(a), ...complement(inA.outside(complement(ofB)))]
  return operator === "UNION" ? union : complement(union)
}
