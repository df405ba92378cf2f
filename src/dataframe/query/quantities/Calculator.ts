/** Which quantities serve a calculator, by class: the first that a product has counts. */
export interface AuthoredQuantities {
  readonly byClass: ReadonlyArray<{
    /** In usual spelling. */
    readonly classes: ReadonlyArray<string>
    /** Null: the measure does not apply. */
    readonly names: ReadonlyArray<string> | null
  }>
  /** Of every other class. */
  readonly others: ReadonlyArray<string>
}

/** Which measure of their shapes serves classes of products, and how it was found to agree with what models say. */
export interface ComputedQuantity {
  /** In usual spelling; null: every class that no other row names. */
  readonly classes: ReadonlyArray<string> | null
  /** A dynamic property without its set, such as `Volume`; null: nothing credible. */
  readonly measure: string | null
  /** Of so many products of real models the parts whose two values differ by at most 1 % and 5 %. */
  readonly agreement: { readonly products: number; readonly within1: number; readonly within5: number } | null
}

/** A calculation that a quantity request can ask for. */
export interface Calculator {
  /** As requests and results name it. */
  readonly name: string
  /** Raised when the same model would give other numbers. */
  readonly version: number
  /** The SI unit of the result by its IFC name; null: it counts products and reads nothing. */
  readonly unit: string | null
  readonly authored: AuthoredQuantities
  /** What serves where the model says nothing. */
  readonly computed: ReadonlyArray<ComputedQuantity>
  /** The measure that this one must not exceed (`net`: this is the net one), or that must not exceed it. */
  readonly pair: { readonly side: "net" | "gross"; readonly other: AuthoredQuantities } | null
}

/** The names that serve a class, best first; null: the measure does not apply. */
export const namesFor = ({ byClass, others }: AuthoredQuantities, className: string): ReadonlyArray<string> | null => {
  const row = byClass.find(({ classes }) => classes.includes(className))
  return row === undefined ? others : row.names
}

/** The measure of shapes that serves a class; null: none. */
export const measureFor = (computed: ReadonlyArray<ComputedQuantity>, className: string): string | null =>
  (
    computed.find(({ classes }) => classes?.includes(className) === true) ??
    computed.find(({ classes }) => classes === null)
  )?.measure ?? null
