import type { ComponentChildren } from "preact"
import type { Change } from "../../../api/Views.ts"
import { labelOf } from "../Labels.ts"
import { select } from "../Query.ts"
import { nameOf, type Sides, changeText } from "../versions/ChangeText.ts"

/** Returns the key of a change in lists. Codes are told apart by value, because a product can have several. */
export const changeKey = ({ after, before, field, guid }: Change): string =>
  JSON.stringify(field === "Code" ? [guid, field, before, after] : [guid, field])

/** Renders a product's name and class, or its GlobalId until they are known, as a button that selects it. */
export const ProductLink = ({ guid, sides }: { readonly guid: string; readonly sides: Sides }) => {
  const known = nameOf(sides, guid)
  return (
    <button type="button" class="link" title={guid} onClick={() => select([guid])}>
      {known === null || known.name === "" ? <code>{guid}</code> : known.name}
      {known !== null && <span class="soft"> {known.of}</span>}
    </button>
  )
}

/** Renders a value of a product before and after a change. */
export const ChangeLine = ({
  change,
  children,
  sides
}: {
  readonly change: Change
  readonly sides: Sides
  readonly children?: ComponentChildren
}) => {
  const { after, before } = changeText(change, sides)
  return (
    <li>
      <ProductLink guid={change.guid} sides={sides} />
      <strong>{labelOf(change.field)}</strong>
      <span>
        <del>{before}</del> → <ins>{after}</ins>
      </span>
      {children}
    </li>
  )
}
