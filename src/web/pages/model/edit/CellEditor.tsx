import { useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { failureText } from "../FailureText.ts"
import type { FieldDetail } from "../../../api/Views.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { Fault } from "../../../ui/Loaded.tsx"
import { typeableTextOf } from "../table/Cells.ts"
import { useChoices } from "./Choices.ts"
import type { Editing } from "./Editing.ts"
import { modification, told } from "./Modify.ts"
import { notation, pointOf, type Read, typedText } from "./bulk/TypedText.ts"

/** Error of a cell, and whether the service requires a property set for it. */
interface Wrong {
  readonly text: string
  readonly wantsSet: boolean
}

/** Sends the text typed for a cell of the products. Returns the error, or null if there is none. */
const send = async (
  editing: Editing,
  field: string,
  cell: unknown,
  guids: ReadonlyArray<string>,
  text: string
): Promise<Wrong | null> => {
  const wrong = await editing.modify(modification(field, cell, guids, text))
  if (wrong === null) return null
  return "errors" in wrong
    ? {
        text: told(wrong.errors, guids.length),
        wantsSet: wrong.errors.some(({ error }) => error === "PropertySetRequired")
      }
    : { text: failureText(wrong.failure), wantsSet: false }
}

const shownOf = (cell: unknown, type: FieldDetail | undefined): string => {
  const text = typeableTextOf(cell, pointOf(type, notation().decimal))
  if (typeof cell !== "object" || cell === null) return text
  const { MaterialId, SpatialLocationId } = cell as Readonly<Record<string, unknown>>
  if (typeof SpatialLocationId === "string") return SpatialLocationId
  // Layers have no GUID to select; their text stands for them.
  return typeof MaterialId === "string" ? MaterialId : text
}

interface CellEditorProperties {
  readonly editing: Editing
  readonly field: string
  readonly cell: unknown
  readonly detail: FieldDetail | undefined
  readonly guids: ReadonlyArray<string>
  /** Character that started the editing, if it was started by typing. */
  readonly typed?: string | undefined
  /** Ends the editing, with the number of cells to move on; 0 stays. */
  readonly done: (onwards: -1 | 0 | 1) => void
}

/**
 * Renders the editor of a cell. Enter and leaving send the value, Tab continues with the next cell, and Escape cancels.
 * If several products are selected, the value of one is shown; an untouched value is sent only by Enter, so that
 * looking at it changes nothing. An error of the service is shown below the cell and the text stays; Tab then moves to
 * what can be done about it.
 */
export const CellEditor = ({ cell, detail, done, editing, field, guids, typed }: CellEditorProperties) => {
  const before = shownOf(cell, detail)
  const [text, setText] = useState(typed ?? before)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const [set, setSet] = useState("")
  const [isSending, setSending] = useState(false)
  const id = useId()
  const whole = useRef<HTMLSpanElement>(null)
  const element = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const setElement = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const isAsking = useRef(false)
  const isTouched = useRef(typed !== undefined)
  const { choices, failure, retry } = useChoices(editing.base, field, detail)
  // A layout effect moves the focus at once, so that the next key press reaches the editor.
  useLayoutEffect(() => {
    element.current?.focus({ preventScroll: true })
    if (typed === undefined) element.current?.select?.()
  }, [choices === null])
  useLayoutEffect(() => {
    // The focus is not taken away from a user who has moved on.
    if (wrong?.wantsSet === true && whole.current?.contains(document.activeElement) === true)
      setElement.current?.focus()
  }, [wrong])
  const commit = async (onwards: -1 | 0 | 1, isMeant = false) => {
    if (isOver.current || isAsking.current) return
    const canBeGiven = text !== "" && (choices === null || choices.some(({ value }) => value === text))
    const isForAll = guids.length > 1 && (isTouched.current || (isMeant && canBeGiven))
    if (text === before && !isForAll) {
      isOver.current = true
      return done(onwards)
    }
    const read: Read = choices === null ? typedText(text, detail, notation()) : { value: text }
    if ("wrong" in read) return setWrong({ text: read.wrong, wantsSet: false })
    isAsking.current = true
    setSending(true)
    const inSet = set === "" ? cell : { PropertySet: set }
    const fault = await send(editing, field, inSet, guids, String(read.value ?? ""))
    isAsking.current = false
    setSending(false)
    setWrong(fault)
    if (fault !== null) return
    isOver.current = true
    done(onwards)
  }
  const leave = useRef(() => {})
  leave.current = () => {
    if (isOver.current) return
    if (isTouched.current && wrong === null) void commit(0)
    done(0)
  }
  // Scrolling a row out of view removes its cells.
  useLayoutEffect(() => () => leave.current(), [])
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === "Escape") {
      isOver.current = true
      done(0)
    } else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) void commit(0, true)
    else if (event.key === "Tab" && wrong === null && failure === null) void commit(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  const given = {
    ref: element,
    value: text,
    "aria-label": texts.editing.valueOf(labelOf(field)),
    "aria-invalid": wrong !== null,
    "aria-describedby": wrong === null ? undefined : id
  }
  const change = (value: string) => {
    isTouched.current = true
    setText(value)
    setWrong(null)
  }
  return (
    <span
      ref={whole}
      class="cell-editor"
      // Safari focuses the element around a pressed button instead of the button.
      tabIndex={-1}
      aria-busy={isSending}
      onClick={(event) => event.stopPropagation()}
      onDblClick={(event) => event.stopPropagation()}
      onKeyDown={press}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        // A refused value is not sent again when the editor is left.
        if (wrong === null && !currentTarget.contains(relatedTarget as Node | null)) void commit(0)
      }}
    >
      {choices === null ? (
        <input {...given} autocomplete="off" onInput={({ currentTarget }) => change(currentTarget.value)} />
      ) : (
        <select {...given} onChange={({ currentTarget }) => change(currentTarget.value)}>
          <option value="">{texts.properties.empty}</option>
          {!choices.some(({ value }) => value === text) && text !== "" && <option value={text}>{text}</option>}
          {choices.map(({ label, value }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {(failure !== null || wrong !== null) && (
        <span class="cell-fault">
          {failure !== null && (
            <Fault
              failure={failure}
              retry={() => {
                // The button disappears when the choices arrive.
                element.current?.focus()
                retry()
              }}
            />
          )}
          {wrong !== null && (
            <span id={id} role="alert">
              {wrong.text}
            </span>
          )}
          {wrong !== null && (wrong.wantsSet || set !== "") && (
            <input
              ref={setElement}
              value={set}
              aria-label={texts.editing.addSet}
              aria-describedby={id}
              placeholder={texts.editing.addSet}
              autocomplete="off"
              onInput={({ currentTarget }) => setSet(currentTarget.value)}
            />
          )}
        </span>
      )}
    </span>
  )
}
