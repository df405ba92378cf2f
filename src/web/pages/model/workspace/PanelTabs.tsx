import { choose } from "../../../address/Address.ts"
import { Tabs } from "../../../ui/Tabs.tsx"
import { texts } from "../ModelTexts.ts"
import { Icon } from "../view/Icon.tsx"

/** Parts of the details; each has an icon of the same name. */
type Panel = Exclude<keyof typeof texts.panels, "title">

/** Renders the tabs of the details. */
export const PanelTabs = ({ panels, shown }: { readonly panels: ReadonlyArray<Panel>; readonly shown: Panel }) => (
  <Tabs
    label={texts.panels.title}
    tabs={panels}
    shown={shown}
    titleOf={(panel) => (
      <>
        <Icon of={panel} />
        <span>{texts.panels[panel]}</span>
      </>
    )}
    choose={(panel) => choose({ panel: panel === "properties" ? null : panel })}
  />
)
