import type { ComponentChildren } from "preact"
import type { Change } from "../../../api/Views.ts"
import { labelOf } from "../Labels.ts"
import { select } from "../Query.ts"
import { nameOf, type Sides, toldOf } from "../versions/Told.ts"

/** A change, as a key of lists: a product has several of its codes. */
export const changeKey = ({ after, before, field, guid }: Change): string =>
  JSON.stringify(field === "Code" ? [guid, field, before, after] : [guid, field])

/** A product by its name and class, by its GlobalId until they are known; it is selected by it. */
export const ProductLink = ({ guid, sides }: { readonly guid: string; readonly sides: Sides }) => {
  const known = nameOf(sides, guid)
  return (
    <button type="button" class="link" title={guid} onClick={() => select([guid])}>
      {known === null || known.name === "" ? <code>{guid}</code> : known.name}
      {known !== null && <span class="soft"> {known.of}</span>}
    </button>
  )
}

/** A value of a product, before and after. */
export const ChangeLine = ({
  change,
  children,
  sides
}: {
  readonly change: Change
  readonly sides: Sides
  readonly children?: ComponentChildren
}) => {
  const { after, before } = toldOf(change, sides)
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
