import { counted } from "../../../Texts.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { Name } from "../properties/Name.tsx"
import { query, setFilters } from "../Query.ts"
import { measured, unitOf } from "../Units.ts"
import { valueText } from "../filter/Proposals.ts"
import { inPlaceOrder, placeName, type PlaceNames } from "../view/places/PlaceNames.ts"
import type { Suspected } from "./Suspected.ts"
import { type Measure, narrowed, rowId, type SheetRow, type Sum } from "./Sheet.ts"

/** Returns the words for a measure. */
export const measureWords = (measure: Measure): string =>
  "calculator" in measure
    ? (texts.quantities.measures[measure.calculator] ?? measure.calculator)
    : texts.quantities.sumOf(labelOf(measure.property))

const SumCell = (properties: { readonly sum: Sum; readonly count: number; readonly suspects: number }) => {
  const { count, sum, suspects } = properties
  return (
    <td class="number">
      {sum.value === null ? "–" : measured(sum.value)}
      <small
        class={sum.measured < count ? "suspect" : undefined}
        title={texts.quantities.measured(sum.measured, count)}
      >
        {texts.quantities.part(sum.measured, count)}
      </small>
      {suspects > 0 && <small class="suspect">⚠ {texts.quantities.suspectIn(suspects)}</small>}
    </td>
  )
}

const Rows = (properties: {
  readonly places: PlaceNames | null
  readonly rows: ReadonlyArray<SheetRow>
  readonly most: number
  readonly level: number
  readonly suspected: ReadonlyArray<Suspected | null>
}) => {
  const { level, most, places, rows, suspected } = properties
  const field = rows[0]?.path.at(-1)!.field ?? ""
  return (
    <>
      {inPlaceOrder(field, rows, ({ path }) => path.at(-1)!.value, places).map((row) => {
        const { children, count, path, sums } = row
        const { field, value } = path.at(-1)!
        const size = sums.length === 0 ? count : (sums[0]!.value ?? 0)
        return [
          <tr key={rowId(row)} class={children.length > 0 ? "subtotal" : undefined}>
            <th scope="row">
              <button
                type="button"
                class={`bar-button indent${level}`}
                onClick={() => setFilters(narrowed(query().filters, path))}
              >
                <span class="fill" style={{ width: `${most > 0 ? Math.max(0, (100 * size) / most) : 0}%` }} />
                <span class="over">
                  {value === null ? texts.quantities.without : <Name of={placeName(field, valueText(value), places)} />}
                </span>
              </button>
            </th>
            <td class="number">{counted(count)}</td>
            {sums.map((sum, n) => (
              <SumCell key={n} sum={sum} count={count} suspects={suspected[n]?.byRow.get(rowId(row)) ?? 0} />
            ))}
          </tr>,
          children.length > 0 && (
            <Rows
              key={`${rowId(row)} below`}
              rows={children}
              most={most}
              level={level + 1}
              places={places}
              suspected={suspected}
            />
          )
        ]
      })}
    </>
  )
}

/** Renders a sheet: groups as rows with subtotals, measures as columns. A row narrows the filters to its products. */
export const SheetTable = (properties: {
  readonly keys: ReadonlyArray<string>
  readonly measures: ReadonlyArray<Measure>
  readonly places: PlaceNames | null
  readonly rows: ReadonlyArray<SheetRow>
  readonly suspected: ReadonlyArray<Suspected | null>
  readonly units: ReadonlyArray<string | null>
}) => {
  const { keys, measures, places, rows, suspected, units } = properties
  const most = Math.max(...rows.map(({ count, sums }) => (sums.length === 0 ? count : (sums[0]!.value ?? 0))), 0)
  return (
    <div class="sheet-table">
      <table class="bars">
        <thead>
          <tr>
            <th>{keys.map(labelOf).join(" / ")}</th>
            <th class="number">{texts.quantities.products}</th>
            {measures.map((measure, n) => (
              <th key={n} class="number">
                {measureWords(measure)} <span class="soft">{unitOf(units[n] ?? null)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Rows rows={rows} most={most} level={0} places={places} suspected={suspected} />
        </tbody>
      </table>
    </div>
  )
}
