import type { ContentUnit } from "../../../domain/models/ModelContent.ts"
import { rounded } from "../../../ifc/units/Rounded.ts"
import { type SiUnit, siUnitOf } from "../../../ifc/units/SiUnits.ts"

const digits = [6, 9, 12, 14, 15] as const

/** Returns the shortest decimal that converts to the number in SI. */
const fromSi = (unit: SiUnit, value: number): number => {
  const zero = unit.convert(0)
  const exact = (value - zero) / (unit.convert(1) - zero)
  const wanted = rounded(value)
  const short = digits.map((count) => Number(exact.toPrecision(count)))
  return short.find((number) => unit.convert(number) === wanted) ?? rounded(exact)
}

/** Converts numbers of sheets between the units of the sheet and those of the model's values. */
export interface SheetUnits {
  /** Returns the number of a sheet in the unit of a value, null if it is not known how. */
  readonly toModel: (value: number, unit: string | null) => number | null
  /** Returns the number of the model in the unit of the sheet. A unit that is not known changes nothing. */
  readonly toSheet: (value: number, unit: string | null) => number
  /** Returns whether numbers with this unit are the same in the sheet. */
  readonly isSame: (unit: string | null) => boolean
}

/** Finds units of a model by name. */
export class KnownUnits {
  private readonly byName: ReadonlyMap<string, ContentUnit>
  private readonly si = new Map<string, SiUnit | null>()

  constructor(units: ReadonlyArray<ContentUnit>) {
    this.byName = new Map(units.toReversed().map((unit) => [unit.name, unit]))
  }

  siOf(name: string): SiUnit | null {
    return this.si.getOrInsertComputed(name, () =>
      siUnitOf(this.byName.get(name) ?? { name, kind: "", toSi: 1, offset: 0 })
    )
  }

  /**
   * Returns the conversions of a column.
   *
   * @param named the unit that the sheet names for the column, null for none
   * @param isSi whether numbers of columns without a named unit are in SI
   */
  of(named: string | null, isSi: boolean): SheetUnits {
    const isSame = (unit: string | null): boolean =>
      unit === null || unit === named || (named === null && (!isSi || this.siOf(unit) === null))
    /** The unit of the sheet, if it is not SI itself. */
    const other = (si: SiUnit): SiUnit | null | undefined => {
      if (named === null || named === si.name) return null
      const ofSheet = this.siOf(named)
      return ofSheet?.name === si.name ? ofSheet : undefined
    }
    return {
      isSame,
      toModel: (value, unit) => {
        if (unit === null || isSame(unit)) return value
        const si = this.siOf(unit)
        const from = si === null ? undefined : other(si)
        if (si === null || from === undefined) return null
        return fromSi(si, from === null ? value : from.convert(value))
      },
      toSheet: (value, unit) => {
        if (unit === null || isSame(unit)) return value
        const si = this.siOf(unit)
        const to = si === null ? undefined : other(si)
        if (si === null || to === undefined) return value
        const converted = si.convert(value)
        return to === null ? converted : fromSi(to, converted)
      }
    }
  }
}
