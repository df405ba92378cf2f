import type { ModificationErrorCode } from "../../../domain/edits/Modification.ts"
import { mostErrors } from "../../../domain/edits/Modification.ts"
import type { SheetError } from "../../../domain/edits/SheetError.ts"

/** Collects errors of cells, up to a number behind which one `TooManyErrors` stands for the rest. */
export class SheetErrors {
  private readonly found: Array<SheetError> = []
  private hasMore = false

  constructor(others: { readonly errors: ReadonlyArray<SheetError>; readonly hasMore: boolean } | null = null) {
    if (others !== null) {
      this.found.push(...others.errors)
      this.hasMore = others.hasMore
    }
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
    if (this.found.length === mostErrors) this.hasMore = true
    else {
      const { column, guid, row } = place
      this.found.push({ guid, field: column, error, description, row, column })
    }
  }

  /** Returns what another collection continues with. */
  get state() {
    return { errors: this.found, hasMore: this.hasMore }
  }

  /** Returns the errors in the order of rows. */
  listed(): ReadonlyArray<SheetError> {
    const sorted = this.found.toSorted((a, b) => a.row - b.row)
    if (!this.hasMore) return sorted
    const description = `There are more than ${mostErrors} errors.`
    return [...sorted, { guid: "", field: "", error: "TooManyErrors", description, row: 0, column: "" }]
  }
}
