import { useState } from "preact/hooks"
import type { Answer, Failure } from "../../../api/Failure.ts"
import type { SheetOutcome } from "../../../api/Views.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Busy, Fault, Problem, useLoaded } from "../../../ui/Loaded.tsx"
import { texts } from "../ModelTexts.ts"
import type { Editing } from "./Editing.ts"
import { isCsv, offered, readSheet, type Sheet, type SheetOptions } from "./Sheet.ts"
import { SheetPreview } from "./SheetPreview.tsx"

const unread: Failure = { status: 0, code: "FileNotRead", details: texts.sheet.notRead, requestId: null }

/** Returns the options that a sheet has, in the order of the dialog. */
const optionsOf = (sheet: Sheet): ReadonlyArray<keyof SheetOptions> => [
  ...(isCsv(sheet) ? (["hasDecimalComma"] as const) : []),
  "ignoresEmpty",
  "makesProperties",
  "isForced"
]

/** Renders a dialog that shows what a sheet would change, and then changes it. */
export const TakeBack = (properties: {
  readonly editing: Editing
  readonly done: (edits: number) => void
  readonly close: () => void
}) => {
  const { close, done, editing } = properties
  const [sheet, setSheet] = useState<Sheet | null>(null)
  /** The number of the dry run: a sheet itself cannot be an input. */
  const [round, setRound] = useState(0)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  /** Errors that came up between the dry run and the attempt to apply. */
  const [refused, setRefused] = useState<SheetOutcome | null>(null)
  const preview = useLoaded(
    sheet === null ? null : (signal): Promise<Answer<SheetOutcome>> => editing.takeBack(sheet, signal),
    [round]
  )
  const take = (next: Sheet | null, fault: Failure | null = null) => {
    setSheet(next)
    setFailure(fault)
    setRefused(null)
    setRound((rounds) => rounds + 1)
  }
  const choose = (file: File | undefined) => {
    if (file === undefined) return
    // A corrected sheet keeps the options. What the sheet before would change is not shown while this one is read.
    take(null)
    void readSheet(file, sheet?.options).then(take, () => take(null, unread))
  }
  const apply = async () => {
    if (sheet === null) return
    setSending(true)
    setFailure(null)
    const answer = await editing.takeBack(sheet, null)
    setSending(false)
    if ("failure" in answer) return setFailure(answer.failure)
    if (answer.value.errors.length > 0) return setRefused(answer.value)
    done(answer.value.edits)
  }
  const outcome = refused ?? (preview.state.tag === "Ready" ? preview.state.value : null)
  return (
    <Dialog title={texts.sheet.title} close={close}>
      <div class="sheet">
        <p>{texts.sheet.about}</p>
        <label class="field">
          <span>{texts.sheet.file}</span>
          <input
            type="file"
            accept={offered}
            disabled={isSending}
            // The same file can then be chosen again after it was corrected.
            onClick={({ currentTarget }) => (currentTarget.value = "")}
            onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
          />
        </label>
        {sheet !== null &&
          optionsOf(sheet).map((option) => (
            <label key={option} class="option">
              <input
                type="checkbox"
                checked={sheet.options[option]}
                disabled={isSending}
                onChange={({ currentTarget }) =>
                  take({ ...sheet, options: { ...sheet.options, [option]: currentTarget.checked } })
                }
              />
              <span>{texts.sheet.options[option]}</span>
            </label>
          ))}
        {sheet !== null && preview.state.tag === "Loading" && <Busy text={texts.sheet.busy} />}
        {sheet !== null && preview.state.tag === "Failed" && (
          <Problem failure={preview.state.failure} retry={preview.reload} />
        )}
        {sheet !== null && outcome !== null && <SheetPreview base={editing.base} outcome={outcome} />}
        {failure !== null && <Fault failure={failure} />}
        <footer>
          <button type="button" onClick={close}>
            {texts.cancel}
          </button>
          <button
            type="button"
            class="primary"
            disabled={isSending || outcome === null || outcome.edits === 0 || outcome.errors.length > 0}
            onClick={() => void apply()}
          >
            {isSending ? texts.sheet.applying : texts.sheet.apply}
          </button>
        </footer>
      </div>
    </Dialog>
  )
}
