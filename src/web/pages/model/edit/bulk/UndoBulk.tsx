import { useEffect, useState } from "preact/hooks"
import { failureText } from "../../FailureText.ts"
import type { Editing } from "../Editing.ts"
import { told } from "../Modify.ts"
import { texts } from "./BulkTexts.ts"
import { lastBulk } from "./LastBulk.ts"

/** Renders a button that takes back the last change of many values in one step; Ctrl+Z does it as well. */
export const UndoBulk = ({ done, editing }: { readonly editing: Editing; readonly done: (said: string) => void }) => {
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const found = lastBulk(editing.base)
  const undo = async () => {
    if (found === null || isBusy) return
    setBusy(true)
    const fault = await editing.modify(found.inverse)
    setBusy(false)
    setWrong(fault === null ? null : "errors" in fault ? told(fault.errors, found.count) : failureText(fault.failure))
    if (fault !== null) return
    // The pressed button disappears.
    document.querySelector<HTMLElement>(".session")?.focus()
    done(texts.undone(found.count))
  }
  useEffect(() => {
    if (found === null) return undefined
    const press = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLElement && event.target.matches("input, textarea, select, dialog *")
      if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || isField) return
      event.preventDefault()
      void undo()
    }
    document.addEventListener("keydown", press)
    return () => document.removeEventListener("keydown", press)
  })
  if (found === null) return null
  return (
    <>
      <button
        type="button"
        title={texts.undoAbout}
        aria-keyshortcuts="Control+Z"
        aria-disabled={isBusy}
        onClick={() => void undo()}
      >
        {texts.undo(found.count)}
      </button>
      {wrong !== null && (
        <span class="fault" role="alert">
          {wrong}
        </span>
      )}
    </>
  )
}
