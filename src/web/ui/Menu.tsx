import type { ComponentChildren } from "preact"

/** Closes a menu and returns the focus to its button. */
export const closeMenu = (menu: HTMLDetailsElement): void => {
  if (!menu.open) return
  menu.open = false
  menu.querySelector("summary")?.focus()
}

/** Renders a button that opens a menu. Escape, or a focus elsewhere, closes the menu. */
export const Menu = (properties: {
  readonly title: string
  /** Name of the button for screen readers, if its title says too little. */
  readonly label?: string
  readonly children: ComponentChildren
}) => (
  <details
    class="menu"
    onKeyDown={({ currentTarget, key }) => {
      if (key === "Escape") closeMenu(currentTarget)
    }}
    onFocusOut={({ currentTarget, relatedTarget }) => {
      // A dialog that a command opened returns the focus to the command.
      if (!(relatedTarget instanceof Element) || relatedTarget.closest("dialog") !== null) return
      if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
    }}
  >
    <summary class="button" aria-label={properties.label}>
      {properties.title}
    </summary>
    <div>{properties.children}</div>
  </details>
)
