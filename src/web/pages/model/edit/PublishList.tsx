import { useState } from "preact/hooks"
import { counted } from "../../../Texts.ts"
import { texts } from "../ModelTexts.ts"
import { useSides } from "../versions/Sides.ts"
import { ChangeLine, changeKey, ProductLink } from "./ChangeLine.tsx"
import type { Editing } from "./Editing.ts"

/** Number of changes that are listed at first, and added by each press. */
const listedAtOnce = 100

const none = { changes: [], added: [], deleted: [] }

/** Renders the changes that are about to be published: the first ones, and on demand all others. */
export const PublishList = ({ editing }: { readonly editing: Editing }) => {
  const { changes } = editing
  const [most, setMost] = useState(listedAtOnce)
  const sides = useSides(editing.base, changes ?? none, null, null)
  if (changes === null) return <p class="soft">{texts.loading}</p>
  const deleted = changes.deleted.slice(0, most)
  const listed = changes.changes.slice(0, most - deleted.length)
  const left = changes.totalCount - deleted.length - listed.length
  const showMore = () => {
    const next = most + listedAtOnce
    setMost(next)
    if (next > changes.deleted.length + changes.changes.length) editing.more()
  }
  return (
    <>
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
      </div>
      {left > 0 && (
        <button type="button" onClick={showMore}>
          {texts.versions.more(counted(left))}
        </button>
      )}
    </>
  )
}
