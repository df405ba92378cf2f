import { useMemo } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import type { Answer } from "../../../api/Failure.ts"
import type { Condition } from "../../../api/Views.ts"
import { counted, timed } from "../../../Texts.ts"
import { Busy, Problem, useLoaded } from "../../../ui/Loaded.tsx"
import { revision } from "../edit/Editing.ts"
import { valueText } from "../filter/Proposals.ts"
import { labelOf } from "../Labels.ts"
import { unitsSeen } from "../Query.ts"
import { measured, unitOf } from "../Units.ts"
import { texts } from "./DifferenceTexts.ts"
import { DifferenceFile } from "./DifferenceFile.tsx"
import { useVersions } from "./Versions.ts"
import { readVersions } from "./Sources.ts"
import { type Key, type Measure, measureName } from "./Sheet.ts"
import { type Compared, compared, type ComparedRow, difference, summed } from "./Summed.ts"
import { measureWords } from "./SheetTable.tsx"
import { commonUnits, type Version } from "./VersionSums.ts"

/** Largest number of groups that are shown. */
const mostRows = 500

interface DifferencesOf {
  readonly base: string
  readonly filters: ReadonlyArray<Condition>
  readonly keys: ReadonlyArray<string>
  readonly columns: ReadonlyArray<Measure>
}

interface TwoVersions {
  readonly versions: readonly [older: Version, newer: Version]
  /** Unit of each sum; null if it has none. */
  readonly units: ReadonlyArray<string | null>
}

/** Returns the older and the newer version of the address; null if nothing is compared. An empty text is the latest. */
export const versionsCompared = (): { readonly older: string; readonly newer: string } | null => {
  const { query } = place.value
  const older = query.get("older")
  return older === null ? null : { older, newer: query.get("newer") ?? "" }
}

/** Renders the choice of two versions whose sums are compared. */
export const VersionChoice = ({ base }: { readonly base: string }) => {
  const { state } = useVersions(base)
  const now = versionsCompared()
  const versions = state.tag === "Ready" ? state.value.versions : []
  if (versions.length < 2 && now === null) return null
  const options = versions.map(({ createdAt, modelVersionId, title }) => (
    <option key={modelVersionId} value={modelVersionId}>
      {title}, {timed(createdAt)}
    </option>
  ))
  return (
    <div class="row" role="group" aria-label={texts.title}>
      <label>
        {texts.older}{" "}
        <select
          value={now?.older ?? ""}
          onChange={({ currentTarget: { value } }) =>
            choose({ older: value || null, ...(value === "" && { newer: null }) })
          }
        >
          <option value="">{texts.none}</option>
          {options}
        </select>
      </label>
      {now !== null && (
        <label>
          {texts.newer}{" "}
          <select value={now.newer} onChange={({ currentTarget: { value } }) => choose({ newer: value || null })}>
            <option value="">{texts.latest}</option>
            {options}
          </select>
        </label>
      )}
    </div>
  )
}

const amount = (value: number | null, isCount: boolean): string =>
  value === null ? "–" : isCount ? counted(value) : measured(value)

const Cells = ({ isCount, of }: { readonly of: Compared; readonly isCount: boolean }) => {
  const grown = difference(of)
  return (
    <>
      <td class="number">{amount(of.before, isCount)}</td>
      <td class="number">{amount(of.after, isCount)}</td>
      <td class={`number ${grown === null || grown === 0 ? "" : "grown"}`}>
        {grown !== null && grown > 0 && "+"}
        {amount(grown, isCount)}
      </td>
    </>
  )
}

const words = ({ value }: Key): string => (value === null ? texts.without : valueText(value))

/** Returns the heads of the columns: the number of products, and each sum with its unit. */
const headsOf = (sums: ReadonlyArray<Measure>, units: ReadonlyArray<string>): ReadonlyArray<string> => [
  texts.products,
  ...sums.map((sum, n) => `${measureWords(sum)} ${units[n] ?? ""}`.trim())
]

const Table = (properties: {
  readonly keys: ReadonlyArray<string>
  readonly sums: ReadonlyArray<Measure>
  readonly units: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ComparedRow>
  readonly total: Omit<ComparedRow, "keys">
}) => {
  const { keys, rows, sums, total, units } = properties
  const heads = headsOf(sums, units)
  const line = (id: string, name: string, { count, sums }: Omit<ComparedRow, "keys">) => (
    <tr key={id}>
      <th scope="row">{name}</th>
      <Cells of={count} isCount />
      {sums.map((sum, n) => (
        <Cells key={n} of={sum} isCount={false} />
      ))}
    </tr>
  )
  return (
    // Takes the focus, so that it can be scrolled with the keyboard.
    <div class="sheet-table" role="region" aria-label={texts.title} tabIndex={0}>
      <table class="bars differences">
        <thead>
          <tr>
            <th rowSpan={2}>{keys.map(labelOf).join(" / ")}</th>
            {heads.map((head) => (
              <th key={head} colSpan={3} scope="colgroup">
                {head}
              </th>
            ))}
          </tr>
          <tr>
            {heads.flatMap((head) =>
              texts.heads.map((name) => (
                <th key={`${head} ${name}`} class="number" scope="col">
                  {name}
                </th>
              ))
            )}
          </tr>
        </thead>
        <tbody>
          {line("", texts.total, total)}
          {rows.slice(0, mostRows).map((row) => {
            // The keys of a version's products are those of `keysIn`.
            const found = row.keys as ReadonlyArray<Key>
            return line(JSON.stringify(found), found.map(words).join(" / "), row)
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Renders the sums of two versions by group, with their differences. */
export const Differences = ({ base, columns: sums, filters, keys }: DifferencesOf) => {
  const { newer = "", older = "" } = versionsCompared() ?? {}
  const { reload, state } = useLoaded(
    async (signal): Promise<Answer<TwoVersions>> => {
      const versions = await readVersions(base, filters, keys, sums, [older, newer || null], signal)
      if ("code" in versions) return { failure: versions }
      const common = commonUnits(
        versions,
        sums.map((sum) => ("property" in sum ? sum.property : sum.calculator))
      )
      if ("units" in common) return { value: { versions, units: common.units } }
      // The service refuses such sums of one version in the same way (contract section 13).
      const details = texts.unitsApart(labelOf(common.apart))
      return { failure: { status: 400, code: "InvalidCalculator", details, requestId: null } }
    },
    [base, filters, keys, sums.map(measureName), older, newer, unitsSeen(base), revision.value]
  )
  const found = useMemo(() => {
    if (state.tag !== "Ready") return null
    const [before, after] = state.value.versions
    const groups = (of: Version) => summed([...of.products.values()], Infinity, sums.length)
    const missing = (one: Version, other: Version) =>
      one.products
        .keys()
        .filter((guid) => !other.products.has(guid))
        .toArray().length
    const [ofBefore, ofAfter] = [groups(before), groups(after)]
    return {
      ...compared(ofBefore, ofAfter, sums.length),
      totals: [ofBefore.totals, ofAfter.totals] as const,
      added: missing(after, before),
      removed: missing(before, after),
      units: state.value.units.map(unitOf)
    }
  }, [state])
  if (state.tag === "Failed") return <Problem failure={state.failure} retry={reload} />
  if (found === null) return <Busy text={texts.busy} />
  const authored = sums.flatMap((sum, n) => ("calculator" in sum ? [n] : []))
  const partOf = (n: number) =>
    found.totals.map(({ count, measures }) => texts.part(measures[n]!.measured, count)) as [string, string]
  const notes = authored.map((n) => texts.measured(measureWords(sums[n]!), ...partOf(n)))
  return (
    <>
      <div class="row">
        <p class="grow">{texts.counts(found.added, found.removed)}</p>
        <DifferenceFile
          base={base}
          versions={[older, newer]}
          keys={keys}
          heads={headsOf(sums, found.units)}
          found={found}
          notes={[...(authored.length > 0 ? [texts.authoredAlone] : []), ...notes]}
        />
      </div>
      {authored.length > 0 && <p role="note">{texts.authoredAlone}</p>}
      {notes.map((note) => (
        <p key={note} class="soft">
          {note}
        </p>
      ))}
      {sums.some((sum) => "property" in sum) && unitsSeen(base) === "Model" && <p class="soft">{texts.inSi}</p>}
      <Table keys={keys} sums={sums} units={found.units} rows={found.rows} total={found.total} />
      {found.rows.length > mostRows && <p class="soft">{texts.first(mostRows, found.rows.length)}</p>}
    </>
  )
}
