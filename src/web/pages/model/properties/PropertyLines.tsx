import { useState } from "preact/hooks"
import { textOf, valueOf } from "../table/Cells.ts"
import { CellEditor } from "../edit/CellEditor.tsx"
import { Codes } from "../edit/Codes.tsx"
import { type Editing, useEdited } from "../edit/Editing.ts"
import { fixed, qualified, removal, setOf, told } from "../edit/Modify.ts"
import { failureText } from "../FailureText.ts"
import type { Fields } from "../Fields.ts"
import type { FormLine } from "../forms/Applicable.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { Name } from "./Name.tsx"
import { pins, togglePin } from "./Pins.ts"
import { fullName } from "./Sets.ts"

export interface Shown {
  readonly fields: Fields
  /** All selected products, the last selected one last. A change applies to all of them. */
  readonly guids: ReadonlyArray<string>
}

const Value = ({ cell, unit }: { readonly cell: unknown; readonly unit: string }) => (
  <>
    {valueOf(cell) === null ? <span class="soft">{texts.properties.empty}</span> : textOf(cell)}
    {unit !== "" && valueOf(cell) !== null && <span class="soft"> {unit}</span>}
  </>
)

/** Renders a value that opens an editor when pressed. */
const Changed = ({ editing, fields, guids, line }: Shown & { readonly editing: Editing; readonly line: FormLine }) => {
  const { cell, field, unit } = line
  const [isOpen, setOpen] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  if (isOpen) {
    const detail = line.detail ?? fields.details.get(field)
    const done = () => setOpen(false)
    return (
      <>
        <CellEditor editing={editing} field={field} cell={cell} detail={detail} guids={guids} done={done} />
        {unit !== "" && <span class="soft">{unit}</span>}
      </>
    )
  }
  const isInSet = setOf(cell) !== null && (line.detail === undefined || valueOf(cell) !== null)
  const remove = async () => {
    const found = await editing.modify(removal(field, cell, guids))
    setWrong(found === null ? null : "errors" in found ? told(found.errors, guids.length) : failureText(found.failure))
  }
  return (
    <>
      <button
        type="button"
        class="value"
        title={texts.editing.change(labelOf(line.name))}
        onClick={() => setOpen(true)}
      >
        <Value cell={cell} unit={unit} />
      </button>
      {isInSet && (
        <button
          type="button"
          class="plain"
          aria-label={texts.editing.removeProperty(line.name)}
          onClick={() => void remove()}
        >
          ✕
        </button>
      )}
      {wrong !== null && (
        <span class="cell-fault" role="alert">
          {wrong}
        </span>
      )}
    </>
  )
}

/** Renders the button that pins a property. Its star is drawn by the style sheet. */
const Pin = ({ name }: { readonly name: string }) => (
  <button
    type="button"
    class="plain pin"
    aria-pressed={pins.value.includes(name)}
    aria-label={texts.properties.pinOf(name)}
    title={texts.properties.pinHint}
    onClick={() => togglePin(name)}
  />
)

/** Renders that a property is required, and by what. */
export const Required = ({ line: { cell, requiredBy } }: { readonly line: FormLine }) =>
  requiredBy === undefined ? null : (
    <>
      {" "}
      <span
        class={`tag ${valueOf(cell) === null ? "suspect" : ""}`}
        title={texts.properties.requiredBy(requiredBy)}
        aria-label={texts.properties.requiredBy(requiredBy)}
        role="img"
      >
        {texts.properties.required}
      </span>
    </>
  )

interface LinesOf extends Shown {
  readonly lines: ReadonlyArray<FormLine>
  /** Whether each property can be pinned. */
  readonly canPin?: boolean
  /** Whether each property names its set. */
  readonly namesSet?: boolean
}

/** Renders properties of products. */
export const PropertyLines = ({ canPin = false, lines, namesSet = false, ...shown }: LinesOf) => {
  const edited = useEdited()
  const guid = shown.guids.at(-1) ?? ""
  return (
    <dl class="facts">
      {lines.map((line) => {
        const { cell, field, name, unit } = line
        const set = setOf(cell) ?? ""
        const isOwn = edited?.isOwn(guid, qualified(field, cell)) === true
        return (
          <div
            key={fullName(set, name)}
            class={isOwn ? "own" : undefined}
            title={isOwn ? texts.editing.own : undefined}
          >
            <dt>
              <Name of={labelOf(name)} />
              <Required line={line} />
              {namesSet && set !== "" && <small> {set}</small>}
            </dt>
            <dd>
              {edited?.isOn !== true || fixed.has(field) ? (
                <Value cell={cell} unit={unit} />
              ) : field === "Code" ? (
                <Codes editing={edited} cell={cell} guids={shown.guids} />
              ) : (
                <Changed {...shown} editing={edited} line={line} />
              )}
              {canPin && <Pin name={fullName(set, name)} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
