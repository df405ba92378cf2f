import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import { texts } from "./ProjectTexts.ts"
import { type Entered, type Field, FormDialog } from "../../ui/Dialog.tsx"
import { Confirm, type Doomed } from "./Confirm.tsx"

/** A form that is open: what it asks for, and where it goes. */
interface Draft {
  readonly title: string
  readonly method: "POST" | "PUT"
  readonly path: string
  readonly fields: ReadonlyArray<Field>
  readonly body: (entered: Entered) => unknown
}

/** What a part of a library may have open over it. */
export type Open = { readonly draft: Draft } | { readonly doomed: Doomed } | null

const headingId = "part"

/** The heading of the list: it stays where a row goes. */
export const heading = () => document.getElementById(headingId)

/** The form or question that is open over a library; `changed` when the service has done it. */
export const useOpen = (changed: () => void) => {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const done = () => {
    close()
    changed()
  }
  const window =
    open === null ? null : "doomed" in open ? (
      <Confirm doomed={open.doomed} done={done} close={close} after={heading} />
    ) : (
      <FormDialog
        title={open.draft.title}
        button={open.draft.method === "POST" ? texts.create : texts.save}
        fields={open.draft.fields}
        send={(entered) => call(open.draft.method, open.draft.path, { body: open.draft.body(entered) })}
        done={done}
        close={close}
      />
    )
  return { setOpen, window }
}

/** Change and delete, of one row. */
export const RowButtons = ({
  change,
  name,
  remove
}: {
  readonly name: string
  readonly change?: () => void
  readonly remove: () => void
}) => (
  <span class="rowbuttons">
    {change !== undefined && (
      <button type="button" class="plain" aria-label={`${texts.edit} ${name}`} onClick={change}>
        {texts.edit}
      </button>
    )}
    <button type="button" class="plain" aria-label={`${texts.delete} ${name}`} onClick={remove}>
      {texts.delete}
    </button>
  </span>
)

/** The line above a list: what it is, how to search it, how to make one more. */
export const Bar = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div class="bar">
    <h2 id={headingId} tabIndex={-1}>
      {title}
    </h2>
    {children}
  </div>
)

/** Why a reader is shown no buttons. */
export const MayNot = ({ why = texts.libraries.mayNot }: { readonly why?: string }) => <p class="soft">{why}</p>

/** Leaves out what nothing was typed into. */
export const typed = (entered: Entered): Entered =>
  Object.fromEntries(Object.entries(entered).filter(([, text]) => text !== ""))

/** What nothing was typed into is cleared. */
export const cleared = (entered: Entered): Readonly<Record<string, string | null>> =>
  Object.fromEntries(Object.entries(entered).map(([name, text]) => [name, text === "" ? null : text]))
