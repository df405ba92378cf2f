import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import { texts } from "./ProjectTexts.ts"
import { type Entered, type Field, FormDialog } from "../../ui/Dialog.tsx"
import { Confirm, type Doomed } from "./Confirm.tsx"

/** Open form: its fields, and the request that it sends. */
interface Draft {
  readonly title: string
  readonly method: "POST" | "PUT"
  readonly path: string
  readonly fields: ReadonlyArray<Field>
  readonly body: (entered: Entered) => unknown
}

/** Dialog that is open over a part of a library: a form, or the question before deleting. */
export type Open = { readonly draft: Draft } | { readonly doomed: Doomed } | null

const headingId = "part"

/** Returns the heading of the list, which keeps the focus when a row disappears. */
export const heading = () => document.getElementById(headingId)

/** Provides the dialog over a library; `changed` is called after the service has made the change. */
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

/** Renders the buttons to change and delete a row. */
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
      <button type="button" class="plain edit" aria-label={`${texts.edit} ${name}`} onClick={change}>
        {texts.edit}
      </button>
    )}
    <button type="button" class="plain remove" aria-label={`${texts.delete} ${name}`} onClick={remove}>
      {texts.delete}
    </button>
  </span>
)

/** Renders the bar above a list: its title, the search, and the button to create an entry. */
export const Bar = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div class="bar">
    <h2 id={headingId} tabIndex={-1}>
      {title}
    </h2>
    {children}
  </div>
)

/** Renders why a user sees no buttons. */
export const MayNot = ({ why = texts.libraries.mayNot }: { readonly why?: string }) => <p class="soft">{why}</p>

/** Returns the entered values without empty ones. */
export const typed = (entered: Entered): Entered =>
  Object.fromEntries(Object.entries(entered).filter(([, text]) => text !== ""))

/** Returns the entered values with null for empty ones, which clears them. */
export const cleared = (entered: Entered): Readonly<Record<string, string | null>> =>
  Object.fromEntries(Object.entries(entered).map(([name, text]) => [name, text === "" ? null : text]))
