import { useState } from "preact/hooks"
import type { Change } from "../../../api/Views.ts"
import { counted } from "../../../Texts.ts"
import { failureText } from "../FailureText.ts"
import { texts } from "../ModelTexts.ts"
import { useKeptFocus } from "../../../ui/Focus.ts"
import { Problem } from "../../../ui/Loaded.tsx"
import { useSides } from "../versions/Sides.ts"
import type { Sides } from "../versions/ChangeText.ts"
import { ChangeLine, changeKey, ProductLink } from "./ChangeLine.tsx"
import type { Editing } from "./Editing.ts"
import { told } from "./Modify.ts"
import { undoing } from "./Undo.ts"

const Line = ({
  change,
  editing,
  sides
}: {
  readonly change: Change
  readonly editing: Editing
  readonly sides: Sides
}) => {
  const [wrong, setWrong] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const undo = async () => {
    if (isBusy) return
    setBusy(true)
    const body = await undoing(editing.base, change)
    if (body === null) {
      setBusy(false)
      return setWrong(texts.editing.noLayers)
    }
    const found = "code" in body ? { failure: body } : await editing.modify(body)
    setBusy(false)
    setWrong(found === null ? null : "errors" in found ? told(found.errors, 1) : failureText(found.failure))
  }
  return (
    <ChangeLine change={change} sides={sides}>
      {editing.isOn && (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => void undo()}
          aria-label={texts.editing.undoOf(change.field)}
        >
          {texts.editing.undo}
        </button>
      )}
      {wrong !== null && (
        <span class="fault" role="alert">
          {wrong}
        </span>
      )}
    </ChangeLine>
  )
}

const none = { changes: [], added: [], deleted: [] }

/** Renders the user's unpublished changes; each change of a cell can be undone. */
export const Changes = ({ editing }: { readonly editing: Editing }) => {
  const { changes } = editing
  const sides = useSides(editing.base, changes ?? none, null, null)
  const within = useKeptFocus<HTMLDivElement>(
    (panel) => panel?.querySelector<HTMLElement>(".changes button[aria-label]") ?? panel
  )
  if (changes === null && editing.failure !== null) return <Problem failure={editing.failure} retry={editing.retry} />
  if (changes === null) return <p class="soft pad">{texts.loading}</p>
  if (changes.totalCount === 0) {
    return (
      <div class="pad" ref={within} tabIndex={-1}>
        <p class="soft">{texts.editing.noChanges}</p>
      </div>
    )
  }
  const listed = changes.changes.length + changes.deleted.length
  return (
    <div class="pad" ref={within} tabIndex={-1}>
      {!editing.isOn && <p class="soft">{texts.editing.startToUndo}</p>}
      {changes.deleted.length > 0 && (
        <>
          <h3>{texts.editing.deleted(changes.deleted.length)}</h3>
          <p class="soft">{texts.editing.deletedAbout}</p>
          <ul class="changes">
            {changes.deleted.map((guid) => (
              <li key={guid}>
                <ProductLink guid={guid} sides={sides} />
              </li>
            ))}
          </ul>
        </>
      )}
      <ul class="changes" aria-label={texts.editing.changesTitle}>
        {changes.changes.map((change) => (
          <Line key={changeKey(change)} change={change} editing={editing} sides={sides} />
        ))}
      </ul>
      {changes.totalCount > listed && (
        <>
          <p class="soft">{texts.editing.marked(counted(listed), counted(changes.totalCount))}</p>
          <button type="button" onClick={editing.more}>
            {texts.versions.more(counted(changes.totalCount - listed))}
          </button>
        </>
      )}
    </div>
  )
}
