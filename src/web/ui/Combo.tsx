import type { RefObject } from "preact"
import { useEffect, useId, useRef, useState } from "preact/hooks"

/** A proposal below an input. */
export interface Option {
  readonly id: string
  readonly label: string
  /** A soft text after the label, such as the kind of the proposal. */
  readonly hint?: string
  /** A text at the end of the line, such as a count. */
  readonly count?: string
}

/**
 * Renders an input with proposals below it. Up and down choose one, Enter takes it; without a chosen one, Enter calls
 * `enter`. Escape closes the proposals, and calls `leave` if they are closed.
 */
export const Combo = (properties: {
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly setText: (text: string) => void
  readonly options: ReadonlyArray<Option>
  /** A text below the proposals. */
  readonly note?: string | null
  readonly isInvalid?: boolean
  readonly take: (id: string) => void
  readonly enter: () => void
  readonly leave?: () => void
  readonly focused?: () => void
  /** Whether the proposals open when the input gets the focus; otherwise by a click, an arrow or typing. */
  readonly opensOnFocus?: boolean
  readonly input?: RefObject<HTMLInputElement | null>
}) => {
  const { enter, focused, isInvalid, label, leave, note, options, placeholder, setText, take, text } = properties
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const input = properties.input ?? own
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const at = Math.min(active, options.length - 1)
  const isShown = isOpen && (options.length > 0 || (note ?? "") !== "")
  useEffect(() => {
    if (isShown && at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" })
  }, [at, isShown])
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const choose = (option: Option) => {
    close()
    take(option.id)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setOpen(true)
      const last = options.length - 1
      setActive(at + step < 0 ? last : at + step > last ? 0 : at + step)
    } else if (event.key === "Enter") {
      const option = isShown ? options[at] : undefined
      if (option !== undefined) choose(option)
      else {
        close()
        enter()
      }
    } else if (event.key !== "Escape") return
    else if (isShown) close()
    else if (leave === undefined) return
    else leave()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span class="combo">
      <input
        ref={input}
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={isShown && at >= 0 ? `${id}-${at}` : undefined}
        aria-invalid={isInvalid === true ? true : undefined}
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setActive(-1)
          setOpen(true)
        }}
        onFocus={() => {
          focused?.()
          if (properties.opensOnFocus === true) setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={press}
      />
      {isShown && (
        // Pressing a proposal must not take the focus from the input.
        <div class="proposals" onMouseDown={(event) => event.preventDefault()}>
          <ul id={id} role="listbox" aria-label={label}>
            {options.map((option, n) => (
              <li
                key={option.id}
                id={`${id}-${n}`}
                role="option"
                aria-selected={n === at}
                onClick={() => choose(option)}
              >
                <span>
                  {option.label} {option.hint !== undefined && <span class="soft">{option.hint}</span>}
                </span>
                {option.count !== undefined && <span class="number soft">{option.count}</span>}
              </li>
            ))}
          </ul>
          {(note ?? "") !== "" && (
            <p class="soft" role="status">
              {note}
            </p>
          )}
        </div>
      )}
    </span>
  )
}
