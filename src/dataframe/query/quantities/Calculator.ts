import type { AttributeColumn } from "../../table/ColumnRecord.ts"

/** The unit kinds of the measures that are calculated. */
export type MeasureKind = "LENGTHUNIT" | "AREAUNIT" | "VOLUMEUNIT"

/** The names of the quantities that a calculator reads, by class. The first one that a product has is used. */
export interface AuthoredQuantities {
  /** The unit kind of the measure. Quantities of another kind do not count, whatever their name. */
  readonly kind: MeasureKind
  readonly byClass: ReadonlyArray<{
    /** The names of the classes in their usual spelling. */
    readonly classes: ReadonlyArray<string>
    /** The names of the quantities, best first. Null if the measure does not apply to these classes. */
    readonly names: ReadonlyArray<string> | null
  }>
  /** The names for every other class. */
  readonly others: ReadonlyArray<string>
}

/**
 * The measure from geometry that a calculator uses for some classes, and how well it agrees with the values in models.
 */
export interface ComputedQuantity {
  /** The names of the classes in their usual spelling. Null for every class that no other row names. */
  readonly classes: ReadonlyArray<string> | null
  /** The name of a computed property without its set, such as `Volume`. Null if no measure is credible. */
  readonly measure: string | null
  /** How results name the source; by default the name of the measure after `Computed.`. */
  readonly from?: string
  /** The lengths among the attributes whose product is the value, in place of a measure from geometry. */
  readonly attributes?: ReadonlyArray<AttributeColumn>
  /**
   * The number of products of real models that were compared, and the shares whose two values differ by at most 1 % and
   * 5 %.
   */
  readonly agreement: { readonly products: number; readonly within1: number; readonly within5: number } | null
}

/** A calculation that a quantity request can ask for. */
export interface Calculator {
  /** The name in requests and results. */
  readonly name: string
  /** The version, which is increased whenever the same model would give other numbers. */
  readonly version: number
  /** The IFC name of the result's SI unit. Null for a calculator that only counts products. */
  readonly unit: string | null
  readonly authored: AuthoredQuantities
  /** The measures that are used if the model states no value. */
  readonly computed: ReadonlyArray<ComputedQuantity>
  /**
   * The other measure of a net and gross pair; the net value must not exceed the gross one. `side` is the side of this
   * measure.
   */
  readonly pair: { readonly side: "net" | "gross"; readonly other: AuthoredQuantities } | null
}

/** Returns the names of the quantities for a class, best first, or null if the measure does not apply. */
export const namesFor = ({ byClass, others }: AuthoredQuantities, className: string): ReadonlyArray<string> | null => {
  const row = byClass.find(({ classes }) => classes.includes(className))
  return row === undefined ? others : row.names
}

/** Returns what is used for a class if the model states no value, or undefined if there is nothing. */
export const computedFor = (
  computed: ReadonlyArray<ComputedQuantity>,
  className: string
): ComputedQuantity | undefined =>
  computed.find(({ classes }) => classes?.includes(className) === true) ??
  computed.find(({ classes }) => classes === null)
