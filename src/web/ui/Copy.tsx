import { useState } from "preact/hooks"
import { texts } from "../Texts.ts"

/** Copies a text to the clipboard. Rejects if the browser refuses. */
export const copyText = async (text: string): Promise<void> =>
  // Browsers offer the clipboard only on https and localhost.
  navigator.clipboard === undefined ? copyBySelection(text) : navigator.clipboard.writeText(text)

const copyBySelection = (text: string): void => {
  const area = document.createElement("textarea")
  area.value = text
  document.body.append(area)
  area.select()
  const isDone = document.execCommand("copy")
  area.remove()
  if (!isDone) throw new Error("The browser copies nothing.")
}

/** Renders a button that copies a text and reports whether that succeeded. */
export const Copy = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const [said, setSaid] = useState<string | null>(null)
  const copy = async () => {
    setSaid(
      await copyText(text).then(
        () => texts.copied,
        () => texts.notCopied
      )
    )
    setTimeout(() => setSaid(null), 2000)
  }
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{said ?? label}</span>
    </button>
  )
}
