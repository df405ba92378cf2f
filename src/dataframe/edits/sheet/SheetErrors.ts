import { type ModificationErrorCode, mostErrors, mostRepeated } from "../../../domain/edits/Modification.ts"
import type { SheetError } from "../../../domain/edits/SheetError.ts"

/** Collects errors of cells, until they are many or repeat too much of the sheet: `TooManyErrors` stands for the rest. */
export class SheetErrors {
  private readonly found: Array<SheetError> = []
  private hasMore: boolean
  private repeated = 0

  constructor({ errors, hasMore }: SheetErrors["state"] = { errors: [], hasMore: false }) {
    for (const error of errors) this.keep(error)
    this.hasMore = hasMore
  }

  get isFull(): boolean {
    return this.hasMore
  }

  get isEmpty(): boolean {
    return this.found.length === 0
  }

  add(
    place: { readonly guid: string; readonly row: number; readonly column: string },
    error: ModificationErrorCode,
    description: string
  ): void {
    if (this.found.length === mostErrors || this.repeated > mostRepeated) this.hasMore = true
    else {
      const { column, guid, row } = place
      this.keep({ guid, field: column, error, description, row, column })
    }
  }

  /** Returns what another collection continues with. */
  get state(): { readonly errors: ReadonlyArray<SheetError>; readonly hasMore: boolean } {
    return { errors: this.found, hasMore: this.hasMore }
  }

  /** Returns the errors in the order of rows. */
  listed(): ReadonlyArray<SheetError> {
    const sorted = this.found.toSorted((a, b) => a.row - b.row)
    if (!this.hasMore) return sorted
    const description = `There are more than ${sorted.length} errors.`
    return [...sorted, { guid: "", field: "", error: "TooManyErrors", description, row: 0, column: "" }]
  }

  private keep(error: SheetError): void {
    this.found.push(error)
    this.repeated += error.column.length + error.guid.length
  }
}
