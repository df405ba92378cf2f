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

/** A calculation that a quantity request can ask for. */
export interface Calculator {
  /** As requests and results name it. */
  readonly name: string
  /** Raised when the same model would give other numbers. */
  readonly version: number
  /** The SI unit of the result by its IFC name; null: it counts products and reads nothing. */
  readonly unit: string | null
  readonly authored: AuthoredQuantities
  /** The measure that this one must not exceed (`net`: this is the net one), or that must not exceed it. */
  readonly pair: { readonly side: "net" | "gross"; readonly other: AuthoredQuantities } | null
}

/** The names that serve a class, best first; null: the measure does not apply. */
export const namesFor = ({ byClass, others }: AuthoredQuantities, className: string): ReadonlyArray<string> | null => {
  const row = byClass.find(({ classes }) => classes.includes(className))
  return row === undefined ? others : row.names
}
