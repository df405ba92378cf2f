import { useState } from "preact/hooks"
import { Combo, type Option } from "../../../ui/Combo.tsx"

/** Renders the chosen ones of a list, each with a button that removes it, and a box that adds another. */
export const Choices = (properties: {
  readonly label: string
  readonly add: string
  readonly chosen: ReadonlyArray<{ readonly id: string; readonly label: string }>
  /** Returns what can be added and has a text. */
  readonly offer: (text: string) => ReadonlyArray<Option>
  readonly isFull: boolean
  readonly removal: (label: string) => string
  readonly change: (ids: ReadonlyArray<string>) => void
}) => {
  const { add, change, chosen, isFull, label, offer, removal } = properties
  const [text, setText] = useState("")
  const options = offer(text)
  const ids = chosen.map(({ id }) => id)
  const take = (id: string) => {
    setText("")
    change([...ids, id])
  }
  return (
    <div class="row choices" role="group" aria-label={label}>
      <span class="soft">{label}</span>
      {chosen.map(({ id, label }) => (
        <span key={id} class="choice">
          {label}
          <button
            type="button"
            class="plain"
            aria-label={removal(label)}
            onClick={() => change(ids.filter((one) => one !== id))}
          >
            ✕
          </button>
        </span>
      ))}
      {!isFull && (
        <Combo
          label={add}
          placeholder={add}
          text={text}
          setText={setText}
          options={options}
          take={take}
          enter={() => {
            const [first] = options
            if (text.trim() !== "" && first !== undefined) take(first.id)
          }}
        />
      )}
    </div>
  )
}
