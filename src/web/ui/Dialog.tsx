import type { ComponentChildren } from "preact"
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import type { Answer, Failure } from "../api/Failure.ts"
import { texts } from "../Texts.ts"
import { Fault } from "./Loaded.tsx"

interface DialogProperties {
  readonly title: string
  readonly close: () => void
  readonly children: ComponentChildren
  /** Where the focus goes at the end; null: back to where it was. */
  readonly back?: () => HTMLElement | null
}

/** A window over the page that begins at its first field; Escape closes it, and the focus goes back to where it was. */
export const Dialog = ({ back, children, close, title }: DialogProperties) => {
  const element = useRef<HTMLDialogElement>(null)
  const isOver = useRef(false)
  const id = useId()
  // While it is still there: who goes on by keyboard goes on where it was opened.
  useLayoutEffect(() => {
    const before = document.activeElement
    const dialog = element.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>("input, select, textarea")?.focus()
    return () => {
      isOver.current = true
      // As long as it is open, nothing beside it takes the focus.
      dialog?.close()
      const next = back?.() ?? before
      if (next instanceof HTMLElement) next.focus()
    }
  }, [])
  return (
    <dialog ref={element} aria-labelledby={id} onClose={() => isOver.current || close()}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="plain" onClick={close} aria-label={texts.close}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  )
}

/** What is asked for in a form. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly required?: boolean
  /** The words to choose from. */
  readonly options?: ReadonlyArray<{ readonly value: string; readonly label: string }>
  readonly type?: "text" | "long" | "color"
  readonly hint?: string
}

export type Entered = Readonly<Record<string, string>>

/** What stands in a form; no files. */
export const enteredIn = (form: HTMLFormElement): Entered =>
  Object.fromEntries(new FormData(form).entries()) as Record<string, string>

interface FormProperties {
  readonly title: string
  readonly fields: ReadonlyArray<Field>
  readonly button: string
  /** Said before the fields. */
  readonly about?: string
  readonly isDangerous?: boolean
  /** Said after the fields. */
  readonly children?: ComponentChildren
  /** The signal ends when the window is closed. */
  readonly send: (entered: Entered, signal: AbortSignal) => Promise<Answer<unknown>>
  /** It went well. */
  readonly done: () => void
  readonly close: () => void
  /** What has the focus after it went well: the button that asked may be gone then. */
  readonly after?: () => HTMLElement | null
}

const Input = ({ field }: { readonly field: Field }) => {
  const id = useId()
  const given = { id, name: field.name, required: field.required ?? false }
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      {field.options !== undefined ? (
        <select {...given} defaultValue={field.value ?? ""}>
          {field.options.map(({ label, value }) => (
            <option key={value} value={value} selected={value === field.value}>
              {label}
            </option>
          ))}
        </select>
      ) : field.type === "long" ? (
        <textarea {...given} rows={3} defaultValue={field.value ?? ""} />
      ) : (
        <input {...given} type="text" defaultValue={field.value ?? ""} autocomplete="off" />
      )}
      {field.hint !== undefined && <small>{field.hint}</small>}
    </div>
  )
}

/** Asks for something, sends it, and says what the service finds wrong with it. */
export const FormDialog = (properties: FormProperties) => {
  const { about, after, button, children, close, done, fields, isDangerous, send, title } = properties
  const hasDone = useRef(false)
  const [open] = useState(() => new AbortController())
  useEffect(() => () => open.abort(), [])
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSending, setSending] = useState(false)
  const submit = async (form: HTMLFormElement) => {
    setSending(true)
    const answer = await send(enteredIn(form), open.signal)
    setSending(false)
    if ("failure" in answer) return setFailure(answer.failure)
    hasDone.current = true
    done()
  }
  return (
    <Dialog title={title} close={close} back={() => (hasDone.current ? (after?.() ?? null) : null)}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        {about !== undefined && <p>{about}</p>}
        {fields.map((field) => (
          <Input key={field.name} field={field} />
        ))}
        {children}
        {failure !== null && (
          <p>
            <Fault failure={failure} />
          </p>
        )}
        <footer>
          <button type="button" onClick={close}>
            {texts.cancel}
          </button>
          <button class={isDangerous === true ? "danger" : "primary"} disabled={isSending}>
            {button}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
