import type { ComponentChildren } from "preact"
import type { Change } from "../../../api/Views.ts"
import { exact } from "../../../Texts.ts"
import { texts } from "../ModelTexts.ts"
import { select } from "../Query.ts"

/** A value of a change as its reader sees it: two that differ look different. */
export const shown = (value: Change["before"]): string =>
  value === null || value === "" ? texts.properties.empty : typeof value === "number" ? exact(value) : String(value)

/** A change, as a key of lists: a product has several of its codes. */
export const changeKey = ({ after, before, field, guid }: Change): string =>
  JSON.stringify(field === "Code" ? [guid, field, before, after] : [guid, field])

/** A value of a product, before and after; its product is selected by it. */
export const ChangeLine = ({
  change: { after, before, field, guid },
  children
}: {
  readonly change: Change
  readonly children?: ComponentChildren
}) => (
  <li>
    <button type="button" class="link" onClick={() => select([guid])}>
      <code>{guid}</code>
    </button>
    <strong>{field}</strong>
    <span>
      <del>{shown(before)}</del> → <ins>{shown(after)}</ins>
    </span>
    {children}
  </li>
)
