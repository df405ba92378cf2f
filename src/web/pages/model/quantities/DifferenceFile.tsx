import { useState } from "preact/hooks"
import { timed } from "../../../Texts.ts"
import { notLoaded } from "../../../ui/Lazy.tsx"
import { Problem } from "../../../ui/Loaded.tsx"
import { save } from "../../../ui/SaveFile.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "./DifferenceTexts.ts"
import type { Key } from "./Sheet.ts"
import { type Compared, type ComparedRow, difference } from "./Summed.ts"
import { useVersions } from "./Versions.ts"

interface DifferencesFound {
  readonly rows: ReadonlyArray<ComparedRow>
  readonly total: Omit<ComparedRow, "keys">
}

const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

const three = (of: Compared) => [of.before, of.after, difference(of)]

/** Renders a button that saves all groups, with the sums of both versions and their differences, as a workbook. */
export const DifferenceFile = (properties: {
  readonly base: string
  /** Ids of the older and the newer version; an empty one is the latest. */
  readonly versions: readonly [older: string, newer: string]
  readonly keys: ReadonlyArray<string>
  /** Heads of the columns that each have an old and a new value and their difference. */
  readonly heads: ReadonlyArray<string>
  readonly found: DifferencesFound
  /** Sentences about the sums. */
  readonly notes: ReadonlyArray<string>
}) => {
  const { base, found, heads, keys, notes, versions } = properties
  const { state } = useVersions(base)
  const [isBusy, setBusy] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const known = state.tag === "Ready" ? state.value.versions : []
  const titleOf = (id: string): string => {
    if (id === "") return texts.latest
    const version = known.find(({ modelVersionId }) => modelVersionId === id)
    return version === undefined ? id : `${version.title}, ${timed(version.createdAt)}`
  }
  const write = async () => {
    const { workbook } = await import("./Workbook.ts")
    const line = ({ count, sums }: Omit<ComparedRow, "keys">) => [count, ...sums].flatMap(three)
    const bytes = workbook([
      {
        name: texts.sheet,
        heads: 1,
        rows: [
          [...keys.map(labelOf), ...heads.flatMap((head) => texts.heads.map((name) => `${head}, ${name}`))],
          ...found.rows.map((row) => [
            // The keys of a version's products are those of `keysIn`.
            ...(row.keys as ReadonlyArray<Key>).map(({ value }) =>
              typeof value === "boolean" ? String(value) : (value ?? texts.without)
            ),
            ...line(row)
          ]),
          [...keys.map((_, n) => (n === 0 ? texts.total : null)), ...line(found.total)]
        ]
      },
      {
        name: texts.about,
        heads: 0,
        rows: [[texts.older, titleOf(versions[0])], [texts.newer, titleOf(versions[1])], ...notes.map((note) => [note])]
      }
    ])
    save({ name: `${texts.sheet}.xlsx`, content: new Blob([bytes], { type }) })
  }
  const begin = () => {
    setBusy(true)
    // A browser retries a script that failed to load only if the whole page is reloaded.
    void write().then(
      () => setBusy(false),
      () => setBroken(true)
    )
  }
  if (isBroken) return <Problem failure={notLoaded} retry={() => location.reload()} />
  return (
    <button type="button" disabled={isBusy || state.tag !== "Ready" || found.rows.length === 0} onClick={begin}>
      {texts.save}
    </button>
  )
}
