import * as Either from "effect/Either"
import { InvalidCalculator } from "../../../domain/Errors.ts"
import type { SentMeasure } from "../../../domain/products/Groups.ts"
import type { Units } from "../../../domain/products/Units.ts"
import { quoted } from "../../../domain/Quoted.ts"
import type { Calculator } from "../quantities/Calculator.ts"
import * as Quantities from "../quantities/Quantities.ts"
import { areAll, setNumbersOfAll } from "../CellKeys.ts"
import type { Grouping } from "./Grouping.ts"
import * as GroupSource from "./GroupSource.ts"
import * as ModelField from "./ModelField.ts"
import type { ProjectSelection } from "./ProjectSelection.ts"
import { ranked } from "../RankedField.ts"
import type { ShownModel } from "./SeenModel.ts"
import * as Tally from "./Tally.ts"

/** The selected products of the models of a question. */
export interface Selected extends ProjectSelection {
  readonly models: ReadonlyArray<ShownModel>
  /** The selected rows of each model. */
  readonly rows: ReadonlyArray<Uint32Array>
  readonly units: Units | undefined
}

/** A measure of groups, and the unit of its values; null if they have none. */
export interface GroupMeasure {
  readonly tally: Tally.Tally
  readonly unit: string | null
}

/**
 * Measures all groups. Fails with `InvalidCalculator` if the calculator is unknown, or if a function is to be applied to
 * numbers in different units.
 */
export const make = (
  selected: Selected,
  grouping: Grouping,
  measure: SentMeasure,
  calculators: ReadonlyArray<Calculator>
): Either.Either<GroupMeasure, InvalidCalculator> => {
  if ("calculator" in measure) {
    const calculator = calculators.find(({ name }) => name === measure.calculator)
    if (calculator === undefined) {
      return Either.left(new InvalidCalculator({ details: `Unknown calculator ${quoted(measure.calculator)}.` }))
    }
    if (calculator.unit === null) return Either.right({ tally: Tally.ofProducts(grouping), unit: null })
    const tally = Tally.ofNumbers(grouping, calculated(selected, calculator), "Sum")
    return Either.right({ tally, unit: calculator.unit })
  }
  const { models, rows } = selected
  const ofModel = ModelField.resolve(models, measure.property)
  const parts = models.map((seen, m) => ({ source: GroupSource.make(seen, ofModel, measure.property), rows: rows[m]! }))
  if (measure.function === "Count" || measure.function === "CountDistinct") {
    return Either.right({ tally: Tally.ofValues(grouping, ranked(parts), measure.function), unit: null })
  }
  const { units, values } = numbers(selected.total, parts)
  const [unit = null, other] = units
  if (other !== undefined) return Either.left(differentUnits(measure.property, [unit, other], selected.units))
  return Either.right({ tally: Tally.ofNumbers(grouping, values, measure.function), unit })
}

/** Returns the value that a calculator gives each product, in SI units, NaN for none. */
const calculated = ({ frames, models, rows, starts, total }: Selected, calculator: Calculator): Float64Array => {
  const values = new Float64Array(total)
  for (const [m, { computed, stated }] of models.entries()) {
    if (rows[m]!.length === 0) continue
    const ofModel = Quantities.valuesOf(stated, frames[m]!, calculator, computed)
    const start = starts[m]!
    const ofRows = rows[m]!
    if (areAll(ofRows, ofModel.length)) values.set(ofModel, start)
    else for (let i = 0; i < ofRows.length; i++) values[start + i] = ofModel[ofRows[i]!]!
  }
  return values
}

interface Part {
  readonly source: GroupSource.GroupSource
  readonly rows: Uint32Array
}

const none = { column: null, start: 0 }

/** Returns the number of each product, not finite for none, and the different units of the numbers. */
const numbers = (total: number, parts: ReadonlyArray<Part>) => {
  const values = new Float64Array(total)
  const units = new Set<string | null>()
  let start = 0
  for (const { rows, source } of parts) {
    const ofRows = values.subarray(start, start + rows.length)
    const { column, start: first } = source.single ?? none
    if (column !== null && column.plain !== null && areAll(rows, column.length)) {
      setNumbersOfAll(column, ofRows)
      // The numbers of a column without a dictionary have one unit.
      if (column.plain.some(Number.isFinite)) units.add(source.unitOf(first))
    } else setNumbers(source, rows, ofRows, units)
    start += rows.length
  }
  return { values, units: [...units] }
}

/** Sets the number of each row, NaN for none, and adds the units of the numbers. */
const setNumbers = (
  source: GroupSource.GroupSource,
  rows: Uint32Array,
  values: Float64Array,
  units: Set<string | null>
): void => {
  const keys = source.keysOf(rows)
  const isMet = new Uint8Array(source.keys)
  const ofKeys = new Float64Array(source.keys)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!
    if (isMet[key] === 0) {
      isMet[key] = 1
      const value = source.valueOf(key)
      const isNumber = typeof value === "number" && Number.isFinite(value)
      ofKeys[key] = isNumber ? value : Number.NaN
      if (isNumber) units.add(source.unitOf(key))
    }
    values[i] = ofKeys[key]!
  }
}

const differentUnits = (
  property: string,
  units: readonly [string | null, string | null],
  asked: Units | undefined
): InvalidCalculator => {
  const [first, second] = units.map((unit) => (unit === null ? "without a unit" : `in ${unit}`))
  const advice = asked === "SI" || units.includes(null) ? "" : ` With "units": "SI" they may have the same one.`
  return new InvalidCalculator({
    details: `${quoted(property)} has numbers ${first} and numbers ${second}, which cannot be combined.${advice}`
  })
}
