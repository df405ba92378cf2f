import type { SheetColumn } from "../../../sheets/SheetColumn.ts"
import type { FileSource } from "./FileSource.ts"

const [TEXT, REAL, INTEGER, BOOLEAN] = [1, 2, 4, 8]
const bitOf = { Text: TEXT, Real: REAL, Integer: INTEGER, Boolean: BOOLEAN } as const

const [leastInteger, mostInteger] = [-(2n ** 63n), 2n ** 63n - 1n]

const isLong = (digits: string): boolean => {
  if (!/^[+-]?\d{1,19}$/.test(digits)) return false
  const integer = BigInt(digits.replace("+", ""))
  return integer >= leastInteger && integer <= mostInteger
}

/** Finds the type and the unit of a column from the values that its rows show. */
export class ColumnFacts {
  private types = 0
  /** Whether some integer is a text because no double holds it. */
  private hasDigits = false
  private readonly units = new Set<string | null>()

  add(source: FileSource, rows: Uint32Array): void {
    const isMet = new Uint8Array(source.keys)
    for (const key of source.keysOf(rows)) {
      if (isMet[key] === 1) continue
      isMet[key] = 1
      const type = source.typeOf(key)
      if (type === null) continue
      if (type === "Digits") {
        this.hasDigits = true
        this.types |= isLong(source.valueOf(key) as string) ? INTEGER : TEXT
      } else this.types |= bitOf[type]
      const unit = source.unitOf(key)
      // Texts beside numbers usually have no unit, which does not concern the unit of the numbers.
      if (unit !== null || (type !== "Text" && type !== "Boolean")) this.units.add(unit)
    }
  }

  /** The unit of all values, null if they have none or several. */
  get unit(): string | null {
    const [unit = null] = this.units
    return this.units.size > 1 ? null : unit
  }

  /** Whether no value has a unit of its own. */
  get isWithoutUnit(): boolean {
    return this.unit === null && this.units.size < 2
  }

  /** Returns the type of all values, or null if there are none. */
  get type(): SheetColumn["type"] | null {
    switch (this.types) {
      case 0:
        return null
      case TEXT:
        return "Text"
      case BOOLEAN:
        return "Boolean"
      case INTEGER:
        return "Integer"
      case REAL:
      case REAL | INTEGER:
        return this.hasDigits ? "Mixed" : "Real"
      default:
        return "Mixed"
    }
  }
}
