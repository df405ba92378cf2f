import { useState } from "preact/hooks"
import { texts } from "../Texts.ts"

/** Puts a text where it can be pasted from; browsers have a clipboard on https and localhost only. */
export const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.createElement("textarea")
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand("copy")
  area.remove()
}

/** A button that copies a text, and says that it did. */
export const Copy = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const [isDone, setDone] = useState(false)
  return (
    <button
      type="button"
      onClick={() => {
        void copyText(text).then(() => setDone(true))
        setTimeout(() => setDone(false), 2000)
      }}
    >
      <span aria-live="polite">{isDone ? texts.copied : label}</span>
    </button>
  )
}
