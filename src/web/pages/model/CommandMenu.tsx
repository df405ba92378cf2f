import type { ComponentChildren } from "preact"
import { texts } from "./ModelTexts.ts"
import { isSmall } from "./workspace/Layout.ts"

/** Renders commands of the model; in a small window as a menu, so that they fit beside those for editing. */
export const CommandMenu = ({ children }: { readonly children: ComponentChildren }) =>
  isSmall.value ? (
    <details
      class="menu"
      onKeyDown={({ currentTarget, key }) => {
        if (key !== "Escape" || !currentTarget.open) return
        currentTarget.open = false
        currentTarget.querySelector("summary")?.focus()
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        // A dialog returns the focus to the button in the menu.
        if (!(relatedTarget instanceof Element) || relatedTarget.closest("dialog") !== null) return
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
    >
      <summary class="button">{texts.view.more}</summary>
      <div>{children}</div>
    </details>
  ) : (
    <>{children}</>
  )
