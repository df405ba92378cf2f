import { useEffect, useState } from "preact/hooks"
import type { Failure } from "../../../api/Failure.ts"
import type { ChangesPage } from "../../../api/Views.ts"
import { counted } from "../../../Texts.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { Busy, Problem } from "../../../ui/Loaded.tsx"
import { ChangeLine, changeKey, ProductLink } from "../edit/ChangeLine.tsx"
import { changesPage, type Comparison, joined } from "./Compared.ts"
import { useSides } from "./Sides.ts"
import { nameOf, type Sides, changeText } from "./ChangeText.ts"

const kinds = ["all", "added", "changed", "deleted"] as const
type Kind = (typeof kinds)[number]

interface Read extends Omit<ChangesPage, "totalCount"> {
  readonly totalCount: number | null
}

const nothing: Read = { added: [], deleted: [], changes: [], totalCount: null }

const Products = ({
  guids,
  kind,
  sides,
  title
}: {
  readonly kind: "added" | "deleted"
  readonly guids: ReadonlyArray<string>
  readonly sides: Sides
  readonly title: string
}) =>
  guids.length === 0 ? null : (
    <details open={guids.length <= 20}>
      <summary>
        <span class={`dot ${kind}`} aria-hidden="true" /> {title}: {counted(guids.length)}
      </summary>
      <ul class="changes">
        {guids.map((guid) => (
          <li key={guid}>
            <ProductLink guid={guid} sides={sides} />
          </li>
        ))}
      </ul>
    </details>
  )

/** Renders the difference between two versions: added and deleted products, and changed values. */
export const ChangeList = ({
  base,
  compared,
  since
}: {
  readonly base: string
  readonly compared: Comparison
  /** The older of the two versions, also if the address does not name it. */
  readonly since: string
}) => {
  const [read, setRead] = useState<Read>(nothing)
  const [page, setPage] = useState(1)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [kind, setKind] = useState<Kind>("all")
  const [sought, setSought] = useState("")
  const [round, setRound] = useState(0)
  useEffect(() => {
    const control = new AbortController()
    void changesPage(base, compared, page, control.signal).then((answer) => {
      if (control.signal.aborted) return
      if ("failure" in answer) setFailure(answer.failure)
      else setRead((before) => joined(page === 1 ? nothing : before, answer.value))
    })
    return () => control.abort()
  }, [page, round])
  const sides = useSides(base, read, compared.version, since)
  const retry = () => {
    setFailure(null)
    setRound(round + 1)
  }
  if (failure !== null) return <Problem failure={failure} retry={retry} />
  if (read.totalCount === null) return <Busy />
  const text = sought.toLowerCase()
  const includes = (parts: ReadonlyArray<unknown>) => parts.some((one) => String(one).toLowerCase().includes(text))
  const namesOf = (guid: string) => [guid, ...Object.values(nameOf(sides, guid) ?? {})]
  const has = (guid: string) => includes(namesOf(guid))
  const changes = read.changes.filter((change) => {
    const { after, before, field, guid } = change
    return includes([
      ...namesOf(guid),
      field,
      labelOf(field),
      before,
      after,
      ...Object.values(changeText(change, sides))
    ])
  })
  const shown = read.added.length + read.deleted.length + read.changes.length
  return (
    <div>
      <div class="row comparison">
        <select
          aria-label={texts.versions.kind}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {texts.versions.kinds[one]}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label={texts.versions.search}
          placeholder={texts.versions.search}
          value={sought}
          onInput={({ currentTarget }) => setSought(currentTarget.value)}
        />
      </div>
      <p role="status" class="soft">
        {read.totalCount === 0 ? texts.versions.same : texts.versions.count(read.totalCount)}
      </p>
      {text !== "" && shown < read.totalCount && (
        <p class="soft">{texts.versions.searched(counted(shown), counted(read.totalCount))}</p>
      )}
      {(kind === "all" || kind === "added") && (
        <Products kind="added" guids={read.added.filter(has)} sides={sides} title={texts.versions.kinds.added} />
      )}
      {(kind === "all" || kind === "deleted") && (
        <Products kind="deleted" guids={read.deleted.filter(has)} sides={sides} title={texts.versions.kinds.deleted} />
      )}
      {(kind === "all" || kind === "changed") && changes.length > 0 && (
        <p class="row">
          <span class="dot changed" aria-hidden="true" /> {texts.versions.kinds.changed}
        </p>
      )}
      {(kind === "all" || kind === "changed") && (
        <ul class="changes" aria-label={texts.versions.kinds.changed}>
          {changes.map((change) => (
            <ChangeLine key={changeKey(change)} change={change} sides={sides} />
          ))}
        </ul>
      )}
      {shown < read.totalCount && (
        <button type="button" onClick={() => setPage(page + 1)}>
          {texts.versions.more(counted(read.totalCount - shown))}
        </button>
      )}
    </div>
  )
}
