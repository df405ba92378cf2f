import type { ComponentChildren } from "preact"
import { Icon, type IconName } from "./Icon.tsx"

/** Renders a tool that opens a small window below it. Escape closes it. */
export const Flyout = (properties: {
  readonly children: ComponentChildren
  readonly icon: IconName
  readonly name: string
  readonly about: string
  /** Whether what it sets is in force. */
  readonly isOn?: boolean
  /** Whether a press on a button inside closes it. */
  readonly isMenu?: boolean
}) => {
  const { about, children, icon, isMenu = false, isOn = false, name } = properties
  return (
    <details
      class={`flyout ${isOn ? "on" : ""}`}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return
        event.preventDefault()
        event.currentTarget.open = false
        event.currentTarget.querySelector("summary")?.focus()
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (isMenu && !currentTarget.contains(relatedTarget as Node | null)) currentTarget.open = false
      }}
      onClick={({ currentTarget, target }) => {
        if (isMenu && target instanceof HTMLElement && target.closest("button") !== null) currentTarget.open = false
      }}
    >
      <summary class="tool" title={about}>
        <Icon of={icon} />
        <span>{name}</span>
      </summary>
      <div class="window">{children}</div>
    </details>
  )
}
