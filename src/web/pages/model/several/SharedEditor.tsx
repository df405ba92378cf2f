import { useEffect, useId, useRef, useState } from "preact/hooks"
import type { FieldDetail } from "../../../api/Views.ts"
import { texts } from "../ModelTexts.ts"
import { useChoices } from "../edit/Choices.ts"
import { notation, type Read, typedText } from "../edit/bulk/TypedText.ts"
import { texts as bulk } from "../edit/bulk/BulkTexts.ts"

/** Renders the editor of a value that several products will have. Enter goes on to the preview, Escape ends it. */
export const SharedEditor = (properties: {
  readonly base: string
  readonly field: string
  /** Name of the property for screen readers. */
  readonly label: string
  readonly detail: FieldDetail | undefined
  readonly send: (text: string, value: Extract<Read, { readonly value: unknown }>["value"]) => void
  readonly close: () => void
}) => {
  const { base, close, detail, field, label, send } = properties
  const [text, setText] = useState("")
  const [wrong, setWrong] = useState<string | null>(null)
  const id = useId()
  const element = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const { choices } = useChoices(base, field, detail)
  useEffect(() => element.current?.focus(), [choices === null])
  const given = {
    ref: element,
    value: text,
    "aria-label": texts.editing.valueOf(label),
    "aria-invalid": wrong !== null,
    "aria-describedby": wrong === null ? undefined : id
  }
  const change = (next: string) => {
    setText(next)
    setWrong(null)
  }
  return (
    <form
      class="cell-editor row"
      onSubmit={(event) => {
        event.preventDefault()
        // Chosen ones are references or words as the service has them.
        const read: Read = choices === null ? typedText(text, detail, notation()) : { value: text === "" ? null : text }
        if ("wrong" in read) return setWrong(read.wrong)
        send(choices?.find(({ value }) => value === text)?.label ?? text, read.value)
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        event.stopPropagation()
        close()
      }}
    >
      {choices === null ? (
        <input {...given} autocomplete="off" onInput={({ currentTarget }) => change(currentTarget.value)} />
      ) : (
        <select {...given} onChange={({ currentTarget }) => change(currentTarget.value)}>
          <option value="">{texts.properties.empty}</option>
          {choices.map(({ label, value }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      <button class="primary">{bulk.goOn}</button>
      <button type="button" onClick={close}>
        {texts.cancel}
      </button>
      {wrong !== null && (
        <span id={id} class="cell-fault" role="alert">
          {wrong}
        </span>
      )}
    </form>
  )
}
