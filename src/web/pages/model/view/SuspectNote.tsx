import { useState } from "preact/hooks"
import { lazy } from "../../../ui/Lazy.tsx"
import { texts } from "../ModelTexts.ts"
import type { Suspects } from "./Suspects.ts"

const SuspectReason = lazy(async () => (await import("./SuspectReason.tsx")).SuspectReason)

const said = (measures: ReadonlyArray<string>): string =>
  texts.stage.suspectOf(measures.map((name) => texts.quantities.measures[name] ?? name).join(", "))

/** Renders the mark of a suspect row in the table. */
export const SuspectMark = ({ measures }: { readonly measures: ReadonlyArray<string> }) => (
  <span class="suspect" role="img" aria-label={said(measures)} title={`${said(measures)}. ${texts.stage.whySuspect}`}>
    {"⚠ "}
  </span>
)

/** Renders which measures of the selected product are suspect, and on request why, with the numbers. */
export const SuspectNote = (properties: {
  readonly base: string
  readonly guid: string | undefined
  readonly suspects: Suspects
}) => {
  const { base, guid, suspects } = properties
  const [asked, setAsked] = useState<string | null>(null)
  const measures = guid === undefined ? undefined : suspects.get(guid)
  if (guid === undefined || measures === undefined) return null
  return (
    <div class="pad" role="note">
      <strong class="suspect">{said(measures)}</strong>{" "}
      {asked === guid ? (
        <SuspectReason base={base} guid={guid} measures={measures} />
      ) : (
        <button type="button" class="link" onClick={() => setAsked(guid)}>
          {texts.stage.askWhy}
        </button>
      )}
    </div>
  )
}
