import { useMemo, useState } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import type { Condition, GroupsPage } from "../../../api/Views.ts"
import { counted } from "../../../Texts.ts"
import { Busy, Problem, useLoaded } from "../../../ui/Loaded.tsx"
import { revision } from "../edit/Editing.ts"
import type { Fields } from "../Fields.ts"
import { conditionOf } from "../filter/Conditions.ts"
import { fieldOptions, fieldPrefix, fieldsLike, offered } from "../filter/Proposals.ts"
import { guidIn, isProject as isOfProject } from "../Ids.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { Choices } from "./Choices.tsx"
import { Differences, VersionChoice, versionsCompared } from "./Differences.tsx"
import { texts as differences } from "./DifferenceTexts.ts"
import { queryOf, readLevels, sumByOrigin } from "./Levels.ts"
import { SheetOptions } from "./SheetOptions.tsx"
import { type Origin, origins } from "./Sources.ts"
import { listIn, listText, type Measure, measureName, measureOf, mostKeys, rowsOf } from "./Sheet.ts"
import { measures } from "./Measures.ts"
import { type Suspected, useSuspected } from "./Suspected.ts"
import { measureWords, SheetTable } from "./SheetTable.tsx"
import { type Query, selected, versionSeen } from "../Query.ts"
import { SaveAs } from "../SaveAs.tsx"
import { isNumber, measured, unitOf } from "../Units.ts"
import { Agreement } from "../view/Agreement.tsx"
import { isPlaceField } from "../view/places/PlaceNames.ts"
import { usePlaceNames } from "../view/places/ProjectPlaces.ts"
import { ownOf } from "../../../words/Own.ts"

/** Words for keys in addresses of earlier versions of the page. */
const words: Readonly<Record<string, string>> = {
  class: "Class",
  storey: "SpatialLocation.Floor",
  material: "MaterialLayerSet.Name"
}

/** Most columns with measures. */
const mostMeasures = 8

const Total = ({
  columns,
  found,
  suspected
}: {
  readonly columns: ReadonlyArray<Measure>
  readonly found: GroupsPage
  readonly suspected: ReadonlyArray<Suspected | null>
}) => {
  const { totals, units } = found
  if (columns.length === 0) {
    return (
      <p class="total grow">
        {counted(totals.count)} <span class="soft">{texts.quantities.total}</span>
      </p>
    )
  }
  return (
    <div class="grow">
      {columns.map((measure, n) => {
        const { measured: having, value } = totals.measures[n]!
        const missing = totals.count - having
        const suspects = suspected[n]?.all ?? 0
        return (
          <p key={measureName(measure)} class="total">
            <span class="sum">
              {measured(Number(value ?? 0))} {unitOf(units[n] ?? null)}
            </span>{" "}
            <span class="soft">
              {columns.length > 1 && `${measureWords(measure)} `}
              {texts.quantities.total}
            </span>
            <small>
              {texts.quantities.measured(having, totals.count)}
              {missing > 0 && <span class="suspect">, {texts.quantities.missing(missing)}</span>}
              {suspects > 0 && <span class="suspect">, {texts.quantities.suspectIn(suspects)}</span>}
            </small>
          </p>
        )
      })}
    </div>
  )
}

/** Renders the total, the sheet, and a menu that saves the sums as a file. */
const Sums = (properties: {
  readonly base: string
  readonly body: object
  readonly columns: ReadonlyArray<Measure>
  readonly filters: ReadonlyArray<Condition>
  readonly keys: ReadonlyArray<string>
  readonly levels: ReadonlyArray<GroupsPage>
  readonly origin: Origin
}) => {
  const { base, body, columns, filters, keys, levels, origin } = properties
  const last = levels.at(-1)!
  const places = usePlaceNames(base, keys.some(isPlaceField))
  const rows = useMemo(
    () =>
      rowsOf(
        levels.map(({ groups }) =>
          columns.length === 0 ? groups.map((group) => ({ ...group, measures: [] })) : groups
        ),
        keys
      ),
    [levels]
  )
  // Values that were computed are not suspect.
  const isAuthored = !isOfProject(base) && origin !== "computed"
  const suspected = useSuspected(isAuthored ? base : null, filters, keys, columns)
  return (
    <>
      <div class="row">
        <Total columns={columns} found={last} suspected={suspected} />
        <SaveAs
          label={texts.saveAs.quantities}
          isEmpty={last.groups.length === 0}
          // CSV names units only in headers, and needs the byte order mark for spreadsheets.
          path={`${base}/products/groups?bom=true&unitsInHeader=true`}
          body={body}
        />
      </div>
      {origin !== "both" && <p class="soft">{differences.originFile}</p>}
      {versionSeen() !== null && <p class="soft">{texts.quantities.ofLatest}</p>}
      {last.totalCount > last.groups.length && (
        <p class="soft">{texts.quantities.largest(last.groups.length, last.totalCount)}</p>
      )}
      <SheetTable keys={keys} measures={columns} rows={rows} suspected={suspected} units={last.units} places={places} />
    </>
  )
}

/**
 * Renders quantities of the products that match the filters, or of the selected ones among them, by up to three fields.
 */
export const Quantities = (properties: {
  readonly base: string
  readonly fields: Fields | null
  readonly query: Query
}) => {
  const { base, fields, query } = properties
  const chosen = place.value.query
  const isProject = isOfProject(base)
  const asked = listIn(chosen.get("by")).map((name) => ownOf(words, name) ?? name)
  const keys = (asked.length === 0 ? [isProject ? "Model" : "Class"] : asked).slice(0, mostKeys)
  const columns = listIn(chosen.get("measure"))
    .filter((name) => name !== "Count")
    .map(measureOf)
  const guids = selected()
  const isNothing = guids.length === 0
  const isOnly = !isNothing && chosen.get("of") === "selection"
  const filters = isOnly ? [...query.filters, conditionOf("Guid", "In", guids.map(guidIn))] : query.filters
  const bodies = keys.map((_, n) => queryOf(base, filters, keys.slice(0, n + 1), columns))
  const hasCalculators = !isProject && columns.some((one) => "calculator" in one)
  const asOrigin = origins.find((one) => one === chosen.get("origin"))
  const origin = hasCalculators ? (asOrigin ?? "both") : "both"
  const isCompared = !isProject && versionsCompared() !== null
  // Is among the inputs, so that a retry shows the loading message.
  const [round, setRound] = useState(0)
  const { state } = useLoaded(
    isCompared
      ? null
      : async (signal) => {
          const answer =
            origin === "both"
              ? await readLevels(base, bodies, signal)
              : await sumByOrigin(base, filters, keys, columns, origin, signal)
          // The levels are kept with their keys and columns, which may have changed when they are shown.
          return "failure" in answer
            ? answer
            : { value: { levels: answer.value, filters, keys, columns, body: bodies.at(-1)!, origin } }
        },
    [base, bodies, origin, isCompared, revision.value, round]
  )
  const names = useMemo(() => offered([...(isProject ? ["Model"] : []), ...(fields?.names ?? [])]), [fields])
  const numbers = useMemo(() => names.filter((name) => isNumber(fields?.details.get(name))), [names])
  const has = (text: string, label: string) => label.toLowerCase().includes(text.trim().toLowerCase())
  const free = (name: string) => !columns.some((one) => measureName(one) === name)
  const calculator = columns.find((one) => "calculator" in one)
  return (
    <div class="quantities">
      <Choices
        label={texts.quantities.measure}
        add={texts.quantities.addMeasure}
        chosen={columns.map((one) => ({ id: measureName(one), label: measureWords(one) }))}
        isFull={columns.length >= mostMeasures}
        removal={texts.quantities.remove}
        offer={(text) => [
          ...measures
            .filter((name) => free(name) && has(text, texts.quantities.measures[name]!))
            .map((name) => ({ id: name, label: texts.quantities.measures[name]! })),
          ...fieldOptions(fieldsLike(numbers, text))
            .map((option) => ({
              ...option,
              id: `Sum:${option.id.slice(fieldPrefix.length)}`,
              hint: texts.quantities.sum
            }))
            .filter(({ id }) => free(id))
        ]}
        change={(next) => choose({ measure: listText(next) })}
      />
      <Choices
        label={texts.quantities.group}
        add={texts.quantities.addKey}
        chosen={keys.map((name) => ({ id: name, label: labelOf(name) }))}
        isFull={keys.length >= mostKeys}
        removal={texts.quantities.remove}
        offer={(text) =>
          fieldOptions(
            fieldsLike(
              names.filter((name) => name !== "Guid" && !keys.includes(name)),
              text
            )
          )
        }
        change={(next) =>
          choose({ by: listText(next.map((id) => (id.startsWith(fieldPrefix) ? id.slice(fieldPrefix.length) : id))) })
        }
      />
      <div class="row">
        <button
          type="button"
          aria-pressed={isOnly}
          disabled={isNothing}
          onClick={() => choose({ of: isOnly ? null : "selection" })}
        >
          {texts.quantities.only}
        </button>
        {isNothing && <span class="soft">{texts.quantities.nothing}</span>}
        {!isProject && <SheetOptions base={base} isCompared={isCompared} origin={hasCalculators ? origin : null} />}
      </div>
      {!isProject && <VersionChoice base={base} />}
      {isCompared && <Differences base={base} filters={filters} keys={keys} columns={columns} />}
      {!isCompared && state.tag === "Loading" && (
        <Busy text={columns.length === 0 ? texts.loading : texts.quantities.busy} />
      )}
      {!isCompared && state.tag === "Failed" && <Problem failure={state.failure} retry={() => setRound(round + 1)} />}
      {!isCompared && state.tag === "Ready" && (
        <>
          <Sums base={base} {...state.value} />
          {!isProject && calculator !== undefined && (
            <Agreement base={base} measure={measureName(calculator)} isFiltered={filters.length > 0} />
          )}
        </>
      )}
    </div>
  )
}
