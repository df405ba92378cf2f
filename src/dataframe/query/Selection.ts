import * as Either from "effect/Either"
import { type Condition, type Leaf, leavesOf } from "../../domain/products/Condition.ts"
import { InvalidFilter } from "../../domain/products/Filter.ts"
import type { Question } from "../../domain/products/Question.ts"
import { quoted } from "../../domain/Quoted.ts"
import * as Bits from "../table/Bits.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import * as Comparison from "./Comparison.ts"
import * as Frame from "./Frame.ts"
import { belowCode, belowLocation, matching, ofClass } from "./Matching.ts"
import * as Names from "./Names.ts"
import * as Subtypes from "./Subtypes.ts"
import type { View } from "./View.ts"

/** The names of the properties that are computed from geometry, which filters cannot use. */
export const dynamicNames: ReadonlySet<string> = new Set(
  [
    ["Volume", "GrossVolume", "SurfaceArea", "FootprintArea", "SideArea", "Length", "Width", "Height"],
    ["BottomElevation", "TopElevation", "CentroidX", "CentroidY", "CentroidZ"]
  ]
    .flat()
    .map((name) => `Computed.${name}`)
)

/** The project of a model, for questions to several models. */
export interface Project {
  /** Returns whether another model has the property. If this model lacks it, its products have no value of it. */
  readonly hasElsewhere: (property: string) => boolean
  /** Returns whether a comparison of the field `Model` holds for this model, or null if it is of another field. */
  readonly ofModel: (leaf: Leaf) => boolean | null
}

const alone: Project = { hasElsewhere: () => false, ofModel: () => null }

/**
 * Selects the products of a view that match every filter and the condition.
 *
 * Fails with `InvalidFilter` for a property that neither the model nor the project has, for a computed one, and for a
 * class that no schema has.
 */
export const select = (
  table: ProductTable,
  view: View,
  { filters, where }: Question,
  project: Project = alone
): Either.Either<Frame.Frame, InvalidFilter> => {
  const names = Names.of(table, view)
  const leaves = where === undefined ? [] : leavesOf(where)
  for (const [index, { property }] of filters.entries()) {
    const reason = wrongProperty(names, property, project)
    if (reason !== null) return Either.left(new InvalidFilter({ index, reason }))
  }
  for (const leaf of leaves) {
    const reason = wrongProperty(names, leaf.property, project) ?? wrongClass(leaf)
    if (reason !== null) return Either.left(new InvalidFilter({ index: leaf.at, reason }))
  }
  const ofLeaf = remembering(table, view, names, project)
  const conditions = filters.map((filter, index): Condition => ({ ...filter, at: String(index) }))
  const held = rowsOf({ and: where === undefined ? conditions : [...conditions, where] }, table.count, ofLeaf)
  const found = held === true ? [] : [held === false ? Bits.none(table.count) : held]
  if (table.deleted !== null) found.push(Bits.not(table.deleted, table.count))
  return Either.right(Frame.of(table, found.length === 0 ? null : found.reduce((all, one) => Bits.and(all, one))))
}

/** Returns the reason why products cannot be compared by a property, or null if they can. */
const wrongProperty = (names: Names.Names, property: string, { hasElsewhere }: Project): string | null => {
  if (dynamicNames.has(property)) return `${property} is computed and cannot be filtered by`
  return Names.resolve(names, property).kind === "Unknown" && !hasElsewhere(property)
    ? `unknown property ${quoted(property)}`
    : null
}

const wrongClass = ({ operator, value }: Leaf): string | null =>
  operator === "IsA" && Subtypes.namesOf(value as string) === null
    ? `no IFC schema has a class ${quoted(value as string)}`
    : null

/** Rows, or true for all of them and false for none. */
type Rows = Bits.Bits | boolean

/** Returns the rows in which a condition holds. Empty branches cost nothing, however many there are. */
const rowsOf = (condition: Condition, count: number, ofLeaf: (leaf: Leaf) => Rows): Rows => {
  if ("not" in condition) {
    const rows = rowsOf(condition.not, count, ofLeaf)
    return typeof rows === "boolean" ? !rows : Bits.not(rows, count)
  }
  if ("property" in condition) return ofLeaf(condition)
  const isAnd = "and" in condition
  let held: Rows = isAnd
  for (const one of isAnd ? condition.and : condition.or) {
    const rows = rowsOf(one, count, ofLeaf)
    if (rows === isAnd) continue
    if (rows === !isAnd) return rows
    if (typeof held === "boolean") held = rows
    else held = isAnd ? Bits.and(held, rows as Bits.Bits) : Bits.or(held, rows as Bits.Bits)
  }
  return held
}

/** Returns a function that returns the rows of a leaf, and compares equal leaves once. */
const remembering = (
  table: ProductTable,
  view: View,
  names: Names.Names,
  { ofModel }: Project
): ((leaf: Leaf) => Rows) => {
  const found = new Map<string, Bits.Bits>()
  return (leaf) => {
    const isMeant = ofModel(leaf)
    if (isMeant !== null) return isMeant
    const { operator, property, value } = leaf
    return found.getOrInsertComputed(JSON.stringify([property, operator, value]), () => {
      if (operator === "IsA") return ofClass(table, Subtypes.namesOf(value as string)!)
      if (operator === "Below") {
        return (property === "Code" ? belowCode : belowLocation)(table, view, value as string)
      }
      return matching(table, view, Names.resolve(names, property), Comparison.ofLeaf(leaf))
    })
  }
}
