import type { ComponentChildren } from "preact"
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import type { Answer, Failure } from "../api/Failure.ts"
import { texts } from "../Texts.ts"
import { Fault } from "./Loaded.tsx"

interface DialogProperties {
  readonly title: string
  readonly close: () => void
  readonly children: ComponentChildren
  /** Returns the element to focus afterwards; null for the one that had the focus before. */
  readonly back?: () => HTMLElement | null
}

/** Renders a modal dialog that focuses its first field. Escape closes it, and the focus goes back to where it was. */
export const Dialog = ({ back, children, close, title }: DialogProperties) => {
  const element = useRef<HTMLDialogElement>(null)
  const isOver = useRef(false)
  const id = useId()
  // A layout effect runs while the dialog still exists, so that the focus can return to where it was opened.
  useLayoutEffect(() => {
    const before = document.activeElement
    const dialog = element.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>("input, select, textarea")?.focus()
    return () => {
      isOver.current = true
      // While the dialog is open, nothing outside it can take the focus.
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

/** Input of a form. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly required?: boolean
  /** Options to choose from. */
  readonly options?: ReadonlyArray<{ readonly value: string; readonly label: string }>
  readonly type?: "text" | "long" | "color"
  readonly hint?: string
}

export type Entered = Readonly<Record<string, string>>

/** Returns the values entered in a form; files are not supported. */
export const enteredIn = (form: HTMLFormElement): Entered =>
  Object.fromEntries(new FormData(form).entries()) as Record<string, string>

interface FormProperties {
  readonly title: string
  readonly fields: ReadonlyArray<Field>
  readonly button: string
  /** Content before the fields. */
  readonly about?: string
  readonly isDangerous?: boolean
  /** Content after the fields. */
  readonly children?: ComponentChildren
  /** Submits the form. The signal is aborted when the dialog is closed. */
  readonly send: (entered: Entered, signal: AbortSignal) => Promise<Answer<unknown>>
  /** Callback for success. */
  readonly done: () => void
  readonly close: () => void
  /** Returns the element to focus after success, because the button that opened the dialog may be gone. */
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

/** Renders a form in a dialog, submits it, and shows the error if the service refuses it. */
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
