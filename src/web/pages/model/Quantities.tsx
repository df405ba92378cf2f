import { useMemo, useState } from "preact/hooks"
import { choose, place } from "../../address/Address.ts"
import { call } from "../../api/Call.ts"
import type { Condition, GroupsPage } from "../../api/Views.ts"
import { counted } from "../../Texts.ts"
import { measured, unitOf } from "./Units.ts"
import { texts } from "./ModelTexts.ts"
import { Busy, Problem, useLoaded } from "../../ui/Loaded.tsx"
import { type Bar, barsOf, fieldsOf, filtersOf } from "./Bars.ts"
import { revision } from "./edit/Editing.ts"
import { type Query, query as asked, selected, setFilters, versionSeen } from "./Query.ts"
import { isLeaf } from "./filter/Conditions.ts"
import { chosenBy } from "./Rows.ts"
import { SaveAs } from "./SaveAs.tsx"
import { Agreement } from "./view/Agreement.tsx"

const groups = { class: "Class", storey: "SpatialLocation.Floor", material: "MaterialLayerSet.Name" } as const
type Group = keyof typeof groups

/** Measures by which quantities are computed. */
export const measures = ["Length", "NetArea", "GrossArea", "NetVolume", "GrossVolume"]
const counts = ["Count", ...measures]

/** The most groups that are asked for; a model has fewer classes, storeys and materials. */
const mostGroups = 5000

/** Returns the query for the sums by group of the products that match the filters. */
const queryOf = (base: string, filters: ReadonlyArray<Condition>, by: Group, measure: string) => ({
  groupBy: fieldsOf(groups[by]),
  measures: [{ calculator: measure }],
  sort: [{ measure: 0, descending: true }],
  ...chosenBy(base, filters)
})

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
        {bars.map(({ field, measured: having, name, products, value }) => (
          <tr key={`${field} ${name}`}>
            <th scope="row">
              <button
                type="button"
                class="bar-button"
                onClick={() =>
                  setFilters([
                    ...asked().filters.filter((one) => !isLeaf(one) || !fieldsOf(groups[by]).includes(one.property)),
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
              {measure !== "Count" && <small> {texts.quantities.measured(having, products)}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Renders the total and the sums by group, and a menu that saves the sums as a file. */
const Sums = ({
  by,
  base,
  found: { groups: found, totalCount, totals, units },
  measure,
  query
}: {
  readonly base: string
  readonly query: ReturnType<typeof queryOf>
  readonly by: Group
  readonly found: GroupsPage
  readonly measure: string
}) => {
  const bars = useMemo(() => barsOf(found, groups[by]), [found, by])
  const unit = unitOf(units[0] ?? null)
  const isCount = measure === "Count"
  const total = totals.measures[0]!
  return (
    <>
      <div class="row">
        <p class="total grow">
          {isCount ? counted(totals.count) : measured(Number(total.value ?? 0))} {unit}{" "}
          <span class="soft">
            {texts.quantities.total}
            {!isCount && `, ${texts.quantities.measured(total.measured, totals.count)}`}
          </span>
        </p>
        <SaveAs
          label={texts.saveAs.quantities}
          isEmpty={bars.length === 0}
          // CSV names units only in headers, and needs the byte order mark for spreadsheets.
          path={`${base}/products/groups?bom=true&unitsInHeader=true`}
          body={query}
        />
      </div>
      {versionSeen() !== null && <p class="soft">{texts.quantities.ofLatest}</p>}
      {totalCount > found.length && <p class="soft">{texts.quantities.largest(found.length, totalCount)}</p>}
      <Bars bars={bars} by={by} measure={measure} unit={unit} />
    </>
  )
}

/**
 * Renders quantities of the products that match the filters, or of the selected ones among them, by class, storey or
 * material. A bar narrows the filters.
 */
export const Quantities = ({ base, query }: { readonly base: string; readonly query: Query }) => {
  const chosen = place.value.query
  const by = (chosen.get("by") ?? "class") in groups ? ((chosen.get("by") ?? "class") as Group) : "class"
  const measure = counts.find((name) => name === chosen.get("measure")) ?? "Count"
  const guids = selected()
  const isNothing = guids.length === 0
  const isOnly = !isNothing && chosen.get("of") === "selection"
  const filters: ReadonlyArray<Condition> = isOnly
    ? [...query.filters, { property: "Guid", operator: "In", value: guids }]
    : query.filters
  const body = queryOf(base, filters, by, measure)
  // Is among the inputs, so that a retry shows the loading message.
  const [round, setRound] = useState(0)
  const { state } = useLoaded(
    (signal) => call<GroupsPage>("POST", `${base}/products/groups?pageSize=${mostGroups}`, { body, signal }),
    [base, body, revision.value, round]
  )
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
        <button
          type="button"
          aria-pressed={isOnly}
          disabled={isNothing}
          onClick={() => choose({ of: isOnly ? null : "selection" })}
        >
          {texts.quantities.only}
        </button>
        {isNothing && <span class="soft">{texts.quantities.nothing}</span>}
      </div>
      {state.tag === "Loading" && <Busy text={measure === "Count" ? texts.loading : texts.quantities.busy} />}
      {state.tag === "Failed" && <Problem failure={state.failure} retry={() => setRound(round + 1)} />}
      {state.tag === "Ready" && (
        <>
          <Sums base={base} query={body} by={by} found={state.value} measure={measure} />
          {measure !== "Count" && <Agreement base={base} measure={measure} />}
        </>
      )}
    </div>
  )
}
