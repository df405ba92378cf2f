import type { Edit } from "../../../domain/edits/Edit.ts"
import { isObject, type Modification, type SentValue } from "../../../domain/edits/Modification.ts"
import { quoted } from "../../../domain/Quoted.ts"
import { mostEntries } from "../../../domain/Text.ts"
import * as Forms from "../../query/Forms.ts"
import { isRefusal } from "./CellValue.ts"
import { invalid, type Refusal, refuse } from "./Refusal.ts"
import type { Subject } from "./Subject.ts"

/** Codes that a value names: by one guid, a list of them, or the map that reads give; null for none. */
export const codesOf = (sent: SentValue): ReadonlyArray<string> | null | Refusal => {
  if (sent === null || sent === "") return null
  const guids: ReadonlyArray<unknown> = isObject(sent) ? sent.keys : Array.isArray(sent) ? sent : [sent]
  if (guids.length > mostEntries) return invalid(`A list has at most ${mostEntries} codes.`)
  return guids.every((guid) => typeof guid === "string")
    ? [...new Set(guids.map((guid) => guid.toLowerCase()))]
    : invalid("A guid is a text.")
}

/** What a request may do with the codes of a product. */
export const judgeCodes = (
  { project, table, view }: Subject,
  { guid, verb }: Modification,
  codes: ReturnType<typeof codesOf>,
  row: number
): ReadonlyArray<Edit> | Refusal => {
  const codeSets = table.reference("codeSet")
  const shown = Forms.of(table, view).codeSets[codeSets.keyOf(row)]!
  const isOfType = codeSets.isOfType(row)
  const named = isRefusal(codes) ? [] : (codes ?? [])
  const takesAway = verb === "delete" || (verb === "update" && named.length === 0 && !isRefusal(codes))
  if (takesAway && shown.length > 0 && isOfType) {
    return refuse("FieldReadOnly", "The codes are the type's.")
  }
  if (verb === "delete") {
    const there = new Set(shown.map(({ guid }) => guid))
    const missing = named.find((code) => !there.has(code))
    if (missing !== undefined) return refuse("PropertyMissing", `The product has no code ${quoted(missing)}.`)
    if (isRefusal(codes)) return codes
    if (codes === null) return [{ kind: "Codes", guid, now: [] }]
    return codes.map((code) => ({ kind: "Code", guid, code, now: false }))
  }
  if (isRefusal(codes)) return codes
  const unknown = named.find((code) => !project.hasCode(code))
  if (unknown !== undefined) return refuse("ReferenceNotFound", `The project has no code ${quoted(unknown)}.`)
  if (verb === "update") return [{ kind: "Codes", guid, now: named }]
  // A first own code takes the type's along.
  const along = isOfType && named.length > 0 ? shown.map((code) => code.guid) : []
  return [...new Set([...along, ...named])].map((code) => ({ kind: "Code", guid, code, now: true }))
}
