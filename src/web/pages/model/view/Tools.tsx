import { useState } from "preact/hooks"
import type { Viewer } from "../../../viewer/Viewer.ts"
import type { Fields } from "../Fields.ts"
import { texts } from "../ModelTexts.ts"
import type { Action, Actions } from "./Actions.ts"
import { ColorBy, type OwnColor } from "./ColorBy.tsx"
import { Flyout } from "./Flyout.tsx"
import { Icon } from "./Icon.tsx"
import { SectionTool } from "./sections/SectionTool.tsx"

const Tool = ({ of: { about, act, icon, isOff = false, isOn, key, name } }: { readonly of: Action }) => (
  <button
    type="button"
    class="tool"
    // Unlike `disabled`, this lets the pressed button keep the focus.
    aria-disabled={isOff}
    aria-pressed={isOn}
    aria-keyshortcuts={key}
    title={`${about} (${key})`}
    onClick={() => isOff || act()}
  >
    <Icon of={icon} />
    <span>{name}</span>
  </button>
)

/** Renders the tools of the view in one bar; in a narrow one they are in a drawer. */
export const Tools = ({
  actions,
  colors,
  columns,
  fields,
  isProject = false,
  viewer
}: {
  readonly actions: Actions
  /** Colourings that are not those by a property. */
  readonly colors: ReadonlyArray<OwnColor>
  /** Whether several models are shown. */
  readonly isProject?: boolean
  readonly columns: ReadonlyArray<string>
  readonly fields: Fields | null
  readonly viewer: Viewer
}) => {
  const [isOpen, setOpen] = useState(false)
  const { about, name } = texts.stage.tools.views
  return (
    <div class={`tools ${isOpen ? "open" : ""}`} role="toolbar" aria-label={texts.view.tools}>
      <button type="button" class="tool drawer" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon of="tools" />
        <span>{texts.stage.drawer}</span>
      </button>
      <div class="group first">
        {actions.looks.map((one) => (
          <Tool key={one.key} of={one} />
        ))}
        <Flyout icon="views" name={name} about={about} isMenu>
          {actions.directions.map(({ act, key, name }) => (
            <button key={key} type="button" class="plain" aria-keyshortcuts={key} onClick={act}>
              {name} <kbd>{key}</kbd>
            </button>
          ))}
        </Flyout>
      </div>
      <div class="group">
        {actions.visibility.map((one) => (
          <Tool key={one.key} of={one} />
        ))}
      </div>
      <div class="group">
        {actions.modes.map((one) => (
          <Tool key={one.key} of={one} />
        ))}
        <SectionTool viewer={viewer} />
        <ColorBy columns={columns} fields={fields} own={colors} hasSuspects={!isProject} />
      </div>
    </div>
  )
}
