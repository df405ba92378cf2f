import { counted } from "../../../Texts.ts"
import { texts } from "../ModelTexts.ts"
import { useSides } from "../versions/Sides.ts"
import { ChangeLine, changeKey, ProductLink } from "./ChangeLine.tsx"
import type { Editing } from "./Editing.ts"

/** Largest number of changes listed; the panel of changes has them all. */
const mostListed = 100

const none = { changes: [], added: [], deleted: [] }

/** Renders the changes that are about to be published. */
export const PublishList = ({ editing }: { readonly editing: Editing }) => {
  const { changes } = editing
  const sides = useSides(editing.base, changes ?? none, null, null)
  if (changes === null) return <p class="soft">{texts.loading}</p>
  const deleted = changes.deleted.slice(0, mostListed)
  const listed = changes.changes.slice(0, mostListed - deleted.length)
  const left = changes.totalCount - deleted.length - listed.length
  return (
    <div class="cells pad" role="region" aria-label={texts.editing.changesTitle} tabIndex={0}>
      {deleted.length > 0 && (
        <>
          <h3>{texts.editing.deleted(changes.deleted.length)}</h3>
          <ul class="changes">
            {deleted.map((guid) => (
              <li key={guid}>
                <ProductLink guid={guid} sides={sides} />
              </li>
            ))}
          </ul>
        </>
      )}
      <ul class="changes">
        {listed.map((change) => (
          <ChangeLine key={changeKey(change)} change={change} sides={sides} />
        ))}
      </ul>
      {left > 0 && <p class="soft">{texts.filters.others(counted(left))}</p>}
    </div>
  )
}
