import type { ComponentChildren } from "preact"
import { Menu } from "../../ui/Menu.tsx"
import { texts } from "./ModelTexts.ts"
import { isSmall } from "./workspace/Layout.ts"

/** Renders commands of the model; in a small window as a menu, so that they fit beside those for editing. */
export const CommandMenu = ({ children }: { readonly children: ComponentChildren }) =>
  isSmall.value ? <Menu title={texts.view.more}>{children}</Menu> : <>{children}</>
