import type { ComponentChild } from "preact"
import { useState } from "preact/hooks"
import type { Failure } from "../../../api/Failure.ts"
import type { FieldDetail } from "../../../api/Views.ts"
import { Busy, Fault, Problem, useLoaded } from "../../../ui/Loaded.tsx"
import { NoMatch, matching } from "../../../ui/Search.tsx"
import { AddProperty } from "../edit/AddProperty.tsx"
import { Codes } from "../edit/Codes.tsx"
import { type Editing, revision, useEdited } from "../edit/Editing.ts"
import { fixed, setOf } from "../edit/Modify.ts"
import type { BulkCell } from "../edit/bulk/BulkCells.ts"
import { BulkDialog } from "../edit/bulk/BulkDialog.tsx"
import { texts } from "../edit/bulk/BulkTexts.ts"
import type { Fields } from "../Fields.ts"
import type { FormLine, Forming } from "../forms/Applicable.ts"
import { useForms } from "../forms/UseForms.ts"
import { labelOf } from "../Labels.ts"
import { texts as shared } from "../ModelTexts.ts"
import { Name } from "../properties/Name.tsx"
import { Required } from "../properties/PropertyLines.tsx"
import { unitsSeen, versionSeen } from "../Query.ts"
import { arranged, fullName } from "../properties/Sets.ts"
import { SharedEditor } from "./SharedEditor.tsx"
import { SharedValue } from "./SharedValue.tsx"
import { having, mostCompared, readSeveral, type Several as Found, spreadsOf } from "./Spreads.ts"
import { kindsOf, unknownIn } from "./Varies.ts"

interface LinesOf {
  readonly base: string
  readonly editing: Editing | null
  readonly fields: Fields
  readonly guids: ReadonlyArray<string>
  readonly found: Found
  readonly lines: ReadonlyArray<FormLine>
}

interface Planned {
  readonly title: string
  readonly cells: ReadonlyArray<BulkCell>
}

/** Renders a property of several products; in an edit session it can be set for all of them. */
const SharedLine = (properties: Omit<LinesOf, "lines"> & { readonly line: FormLine }) => {
  const { base, editing, fields, found, guids, line } = properties
  const { cell, field, name } = line
  const [isOpen, setOpen] = useState(false)
  const [planned, setPlanned] = useState<Planned | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const spread = found.spreads.get(field) ?? { distinct: 0, measured: 0 }
  const kinds = kindsOf(spread, found.count)
  const detail: FieldDetail | undefined = line.detail ?? fields.details.get(field) ?? fields.details.get(name)
  const plan = async (text: string, value: BulkCell["value"]) => {
    setFailure(null)
    // Only what has a value can be cleared.
    const of = value === null ? await having(base, guids, field, new AbortController().signal) : guids
    if ("code" in of) return setFailure(of)
    const set = setOf(cell)
    setOpen(false)
    setPlanned({
      title: texts.titles.set(labelOf(name)),
      cells: of.map((guid) => ({ guid, field, set, text, value, wrong: null }))
    })
  }
  return (
    <div>
      <dt>
        <Name of={labelOf(name)} />
        <Required line={line} />
      </dt>
      <dd>
        <SharedValue base={base} guids={guids} line={line} kinds={kinds} />
        {editing !== null &&
          !fixed.has(field) &&
          (field === "Code" ? (
            <Codes editing={editing} cell={kinds < 2 ? cell : undefined} guids={guids} />
          ) : isOpen ? (
            <SharedEditor
              base={base}
              field={field}
              label={labelOf(name)}
              detail={detail}
              send={(text, value) => void plan(text, value)}
              close={() => setOpen(false)}
            />
          ) : (
            <button
              type="button"
              class="plain set"
              aria-label={texts.titles.set(labelOf(name))}
              onClick={() => setOpen(true)}
            >
              {texts.set}
            </button>
          ))}
        {failure !== null && <Fault failure={failure} />}
        {editing !== null && planned !== null && (
          <BulkDialog editing={editing} {...planned} close={() => setPlanned(null)} done={() => setPlanned(null)} />
        )}
      </dd>
    </div>
  )
}

const Lines = ({ lines, ...of }: LinesOf) => (
  <dl class="facts">
    {lines.map((line) => (
      <SharedLine key={line.field} {...of} line={line} />
    ))}
  </dl>
)

interface Sought {
  readonly sought: string
  /** The input of the search text. */
  readonly filter: ComponentChild
}

/** Renders compared products. */
const Compared = (properties: Omit<LinesOf, "lines"> & Sought & { readonly forming: Forming }) => {
  const { base, editing, filter, forming, found, guids, sought } = properties
  const { forms, sets } = forming(found.read, found.lines)
  const unknown = found.count > found.read.length ? unknownIn(sets, found.spreads) : []
  const { reload, state } = useLoaded(
    unknown.length === 0 ? null : (signal) => spreadsOf(base, guids, unknown, signal),
    [base, guids, unknown, unitsSeen(base), revision.value],
    [base, guids, unknown]
  )
  const spreads = new Map([...found.spreads, ...(state.tag === "Ready" ? state.value.spreads : [])])
  if (!unknown.every((field) => spreads.has(field))) {
    return state.tag === "Failed" ? <Problem failure={state.failure} retry={reload} /> : <Busy text={texts.comparing} />
  }
  const of = { base, editing, fields: properties.fields, found: { ...found, spreads }, guids }
  const has = matching(sought)
  const isFound = (set: string, { name }: FormLine) => has(labelOf(name), fullName(set, name))
  const shown = arranged(sets, isFound, []).sets
  const elsewhere = found.elsewhere.filter((line) => isFound("", line))
  return (
    <div class="properties several">
      <p class="soft">
        {texts.several(guids.length)} {editing !== null && texts.change}
      </p>
      {versionSeen() !== null && <p class="soft">{shared.quantities.ofLatest}</p>}
      {filter}
      {Array.from(shown, ([set, lines]) =>
        set === "" ? (
          <Lines key="" {...of} lines={lines} />
        ) : (
          <details key={set} open>
            <summary>
              {set} {forms.has(set) && <span class="tag">{shared.properties.projectSet}</span>}
            </summary>
            <Lines {...of} lines={lines} />
          </details>
        )
      )}
      {shown.size + elsewhere.length === 0 && <NoMatch sought={sought} />}
      {elsewhere.length > 0 && (
        <details open>
          <summary>{texts.elsewhere}</summary>
          <Lines {...of} lines={elsewhere} />
        </details>
      )}
      {editing !== null && <AddProperty editing={editing} guids={guids} sets={[...sets.keys()]} />}
    </div>
  )
}

/** Renders the properties of several products, each once; those that differ say so. */
export const Several = (
  properties: Sought & {
    readonly base: string
    readonly fields: Fields
    readonly guids: ReadonlyArray<string>
  }
) => {
  const { base, fields, filter, guids, sought } = properties
  const edited = useEdited()
  const editing = edited?.isOn === true ? edited : null
  const isTooMany = guids.length > mostCompared
  const asked = isTooMany ? [] : guids
  const forming = useForms(base, editing !== null)
  const { reload, state } = useLoaded(
    isTooMany ? null : (signal) => readSeveral(base, guids, fields, signal),
    [base, asked, fields.names.length, versionSeen(), unitsSeen(base), revision.value],
    [base, asked]
  )
  if (isTooMany) return <p class="soft pad">{texts.tooManySelected(mostCompared)}</p>
  if (state.tag === "Loading") return <Busy text={texts.comparing} />
  if (state.tag === "Failed") return <Problem failure={state.failure} retry={reload} />
  const of = { base, editing, fields, filter, forming, found: state.value, guids, sought }
  return <Compared {...of} />
}
