import { useEffect, useState } from "preact/hooks"
import { choose, place } from "../../address/Address.ts"
import { calculated } from "../../api/Calculate.ts"
import type { Failure } from "../../api/Failure.ts"
import type { QuantityResult, Row } from "../../api/Views.ts"
import { counted } from "../../Texts.ts"
import { measured, unitOf } from "./Units.ts"
import { texts } from "./ModelTexts.ts"
import { Busy, Problem } from "../../ui/Loaded.tsx"
import { type Bar, barsOf, fieldsOf, filtersOf } from "./Bars.ts"
import { revision } from "./edit/Editing.ts"
import { type Query, query as asked, setFilters, versionSeen } from "./Query.ts"
import { allRows } from "./Rows.ts"
import { Agreement } from "./view/Agreement.tsx"

const groups = { class: "Class", storey: "SpatialLocation.Floor", material: "MaterialLayerSet.Name" } as const
type Group = keyof typeof groups

/** What products are measured by. */
export const measures = ["Length", "NetArea", "GrossArea", "NetVolume", "GrossVolume"]
const counts = ["Count", ...measures]

type State =
  | { readonly tag: "Loading" }
  | { readonly tag: "Failed"; readonly failure: Failure }
  | { readonly tag: "Ready"; readonly rows: ReadonlyArray<Row>; readonly result: QuantityResult | null }

const useQuantities = (base: string, query: Query, measure: string) => {
  const [round, setRound] = useState(0)
  const [state, setState] = useState<State>({ tag: "Loading" })
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const work = async (): Promise<State> => {
      const [rows, result] = await Promise.all([
        allRows(base, { ...query, sort: null }, ["Guid", ...Object.values(groups).flatMap(fieldsOf)], signal),
        measure === "Count"
          ? null
          : calculated<QuantityResult>(
              `${base}/products/quantities`,
              { calculators: [measure], filters: query.filters },
              signal
            )
      ])
      if ("code" in rows) return { tag: "Failed", failure: rows }
      if (result !== null && "code" in result) return { tag: "Failed", failure: result }
      return { tag: "Ready", rows, result }
    }
    setState({ tag: "Loading" })
    void work()
      .catch((): State => ({
        tag: "Failed",
        failure: { status: 0, code: "Away", details: texts.quantities.broken, requestId: null }
      }))
      .then((next) => {
        if (!signal.aborted) setState(next)
      })
    return () => control.abort()
  }, [base, JSON.stringify(query.filters), measure, versionSeen(), revision.value, round])
  return { state, retry: () => setRound((before) => before + 1) }
}

const Bars = ({
  bars,
  by,
  measure,
  unit
}: {
  readonly bars: ReadonlyArray<Bar>
  readonly by: Group
  readonly measure: string
  readonly unit: string
}) => {
  const most = Math.max(...bars.map(({ value }) => value ?? 0), 0)
  return (
    <table class="bars">
      <thead>
        <tr>
          <th>{texts.quantities.by[by]}</th>
          <th class="number">
            {texts.quantities.measures[measure]} {unit !== "" && <span class="soft">{unit}</span>}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ computed, field, name, products, suspects, value }) => (
          <tr key={`${field} ${name}`}>
            <th scope="row">
              <button
                type="button"
                class="bar-button"
                onClick={() =>
                  setFilters([
                    ...asked().filters.filter(({ property }) => !fieldsOf(groups[by]).includes(property)),
                    ...filtersOf(groups[by], { field, name })
                  ])
                }
              >
                <span class="fill" style={{ width: `${most > 0 ? Math.max(0, (100 * (value ?? 0)) / most) : 0}%` }} />
                <span class="over">{name ?? texts.quantities.without}</span>
              </button>
            </th>
            <td class="number">
              {value === null ? "–" : measure === "Count" ? counted(value) : measured(value)}
              {measure !== "Count" && <small> {texts.quantities.origin(products, computed, suspects)}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How much there is of what the filters leave, by class, storey or material; a bar narrows them. */
export const Quantities = ({ base, query }: { readonly base: string; readonly query: Query }) => {
  const chosen = place.value.query
  const by = (chosen.get("by") ?? "class") in groups ? ((chosen.get("by") ?? "class") as Group) : "class"
  const measure = counts.find((name) => name === chosen.get("measure")) ?? "Count"
  const { retry, state } = useQuantities(base, query, measure)
  return (
    <div class="quantities">
      <div class="row">
        <label>
          {texts.quantities.measure}{" "}
          <select value={measure} onChange={({ currentTarget }) => choose({ measure: currentTarget.value })}>
            {counts.map((name) => (
              <option key={name} value={name}>
                {texts.quantities.measures[name]}
              </option>
            ))}
          </select>
        </label>
        <span class="row" role="group" aria-label={texts.quantities.group}>
          {(Object.keys(groups) as ReadonlyArray<Group>).map((group) => (
            <button key={group} type="button" aria-pressed={group === by} onClick={() => choose({ by: group })}>
              {texts.quantities.by[group]}
            </button>
          ))}
        </span>
      </div>
      {state.tag === "Loading" && <Busy text={measure === "Count" ? texts.loading : texts.quantities.busy} />}
      {state.tag === "Failed" && <Problem failure={state.failure} retry={retry} />}
      {state.tag === "Ready" && (
        <>
          <p class="total">
            {measure === "Count" ? counted(state.rows.length) : measured(state.result?.totals[measure] ?? 0)}{" "}
            {unitOf(state.result?.units[measure] ?? null)} <span class="soft">{texts.quantities.total}</span>
          </p>
          <Bars
            bars={barsOf(state.rows, groups[by], measure, state.result)}
            by={by}
            measure={measure}
            unit={unitOf(state.result?.units[measure] ?? null)}
          />
          {measure !== "Count" && <Agreement base={base} measure={measure} />}
        </>
      )}
    </div>
  )
}
