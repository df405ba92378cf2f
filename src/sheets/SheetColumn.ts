/** A column of a flat table. A column of type Mixed has values of several types. */
export interface SheetColumn {
  readonly name: string
  /** The unit of the column's numbers, or null if there is none. */
  readonly unit: string | null
  readonly type: "Text" | "Real" | "Integer" | "Boolean" | "Mixed"
}
