import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import { useKeptFocus } from "../../../ui/Focus.ts"
import { texts } from "../ModelTexts.ts"
import { Icon } from "../view/Icon.tsx"
import { docksWith, isOpen, isSmall, type LeftDock, setOpen, templatesWith } from "./Layout.ts"
import { Splitter } from "./Splitter.tsx"

/** Renders the buttons that open and fold the panels. */
export const DockButtons = ({ left }: { readonly left: LeftDock }) => (
  <>
    {docksWith(left).map((dock) => (
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
const usePanelOfAddress = (left: LeftDock): void => {
  const asked = place.value.query.get("panel")
  useEffect(() => {
    if (asked === null) return
    setOpen(asked === left ? left : "details", true)
    if (asked === left) choose({ panel: null })
  }, [asked])
}

type Render = () => ComponentChildren

interface Panels {
  readonly view: Render
  readonly table: Render
  readonly details: Render
}

/** Renders the view with its panels around it. A folded panel is not in the document. */
export const Workspace = (
  properties: Panels & { readonly left: { readonly dock: LeftDock; readonly panel: Render } }
) => {
  const { dock: left, panel } = properties.left
  usePanelOfAddress(left)
  const whole = useKeptFocus<HTMLDivElement>()
  const { columns, rows } = templatesWith(left)
  const docks = docksWith(left)
  return (
    <div
      class="model"
      ref={whole}
      tabIndex={-1}
      data-sheet={isSmall.value && docks.some(isOpen) ? "" : undefined}
      style={{ gridTemplateColumns: columns, gridTemplateRows: rows }}
    >
      {isOpen(left) && (
        <section class={`dock ${left}`} aria-label={texts.workspace.docks[left]}>
          {panel()}
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
          <DockButtons left={left} />
        </div>
      ) : (
        docks.filter(isOpen).map((dock) => <Splitter key={dock} of={dock} />)
      )}
    </div>
  )
}
