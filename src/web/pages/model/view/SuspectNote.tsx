import { texts } from "../ModelTexts.ts"
import type { Suspects } from "./Suspects.ts"

const said = (measures: ReadonlyArray<string>): string =>
  texts.stage.suspectOf(measures.map((name) => texts.quantities.measures[name] ?? name).join(", "))

/** Renders the mark of a suspect row in the table. */
export const SuspectMark = ({ measures }: { readonly measures: ReadonlyArray<string> }) => (
  <span class="suspect" role="img" aria-label={said(measures)} title={`${said(measures)}. ${texts.stage.whySuspect}`}>
    {"⚠ "}
  </span>
)

/** Renders which measures of the selected product are suspect, and why. */
export const SuspectNote = ({ guid, suspects }: { readonly guid: string | undefined; readonly suspects: Suspects }) => {
  const measures = guid === undefined ? undefined : suspects.get(guid)
  if (measures === undefined) return null
  return (
    <p class="pad" role="note">
      <strong class="suspect">{said(measures)}</strong> <span class="soft">{texts.stage.whySuspect}</span>
    </p>
  )
}
