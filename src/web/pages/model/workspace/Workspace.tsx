import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import { useKeptFocus } from "../../../ui/Focus.ts"
import { texts } from "../ModelTexts.ts"
import { Icon } from "../view/Icon.tsx"
import { type Dock, docks, isOpen, isSmall, setOpen, templates } from "./Layout.ts"
import { Splitter } from "./Splitter.tsx"

/** Renders the buttons that open and fold the panels. */
export const DockButtons = () => (
  <>
    {docks.map((dock) => (
      <button
        key={dock}
        type="button"
        class="tool"
        aria-pressed={isOpen(dock)}
        onClick={() => setOpen(dock, !isOpen(dock))}
      >
        <Icon of={dock} />
        <span>{texts.workspace.docks[dock]}</span>
      </button>
    ))}
  </>
)

/** Opens the panel that a link or another part of the page asks for. The tree of places is a panel of its own. */
const usePanelOfAddress = (): void => {
  const asked = place.value.query.get("panel")
  useEffect(() => {
    if (asked === null) return
    setOpen(asked === "places" ? "places" : "details", true)
    if (asked === "places") choose({ panel: null })
  }, [asked])
}

/** Renders the view with its panels around it. A folded panel is not in the document. */
export const Workspace = (properties: Readonly<Record<Dock | "view", () => ComponentChildren>>) => {
  usePanelOfAddress()
  const whole = useKeptFocus<HTMLDivElement>()
  const { columns, rows } = templates.value
  return (
    <div
      class="model"
      ref={whole}
      tabIndex={-1}
      data-sheet={isSmall.value && docks.some(isOpen) ? "" : undefined}
      style={{ gridTemplateColumns: columns, gridTemplateRows: rows }}
    >
      {isOpen("places") && (
        <section class="dock places" aria-label={texts.workspace.docks.places}>
          {properties.places()}
        </section>
      )}
      {properties.view()}
      {isOpen("table") && (
        <section class="products" aria-label={texts.grid.title}>
          {properties.table()}
        </section>
      )}
      {isOpen("details") && (
        <section class="panel" aria-label={texts.panels.title}>
          {properties.details()}
        </section>
      )}
      {isSmall.value ? (
        <div class="sheets" role="group" aria-label={texts.workspace.panels}>
          <DockButtons />
        </div>
      ) : (
        docks.filter(isOpen).map((dock) => <Splitter key={dock} of={dock} />)
      )}
    </div>
  )
}
