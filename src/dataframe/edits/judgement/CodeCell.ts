import type { Edit } from "../../../domain/edits/Edit.ts"
import { isObject, type Modification, type SentValue } from "../../../domain/edits/Modification.ts"
import { quoted } from "../../../domain/Quoted.ts"
import { amountOf } from "../../../domain/Limit.ts"
import { limits } from "../../../domain/Limits.ts"
import * as Forms from "../../query/Forms.ts"
import { isRefusal } from "./CellValue.ts"
import { invalid, type Refusal, refuse } from "./Refusal.ts"
import type { Subject } from "./Subject.ts"

/**
 * Returns the guids of the codes that a value names: one guid, a list of guids, or the map that reads return. Returns
 * null if the value is empty, and a refusal if it is malformed.
 */
export const codesOf = (sent: SentValue): ReadonlyArray<string> | null | Refusal => {
  if (sent === null || sent === "") return null
  const guids: ReadonlyArray<unknown> = isObject(sent) ? sent.keys : Array.isArray(sent) ? sent : [sent]
  if (guids.length > limits.entriesOfList.most)
    return invalid(`A list has at most ${amountOf(limits.entriesOfList)} codes.`)
  return guids.every((guid) => typeof guid === "string")
    ? [...new Set(guids.map((guid) => guid.toLowerCase()))]
    : invalid("A guid is a text.")
}

/** Validates a modification of a product's codes and returns its edits, or a refusal. */
export const judgeCodes = (
  { project, table, view }: Subject,
  { guid, verb }: Modification,
  codes: ReturnType<typeof codesOf>,
  row: number
): ReadonlyArray<Edit> | Refusal => {
  const shown = Forms.of(table, view).codeSets[table.reference("codeSet").keyOf(row)]!
  const inherited = shown.filter(({ isOfType }) => isOfType)
  const named = isRefusal(codes) ? [] : (codes ?? [])
  const takesAll = (verb === "delete" || verb === "update") && named.length === 0 && !isRefusal(codes)
  const isInherited = inherited.some(({ guid }) => named.includes(guid))
  if ((takesAll && shown.length > 0 && inherited.length === shown.length) || (verb === "delete" && isInherited)) {
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
  // A first own code in a library replaces the type's codes of that library, so these are added to the product as well.
  const libraryOf = Forms.libraryOfCode(table, view)
  const libraries = new Set(named.map(libraryOf))
  const along = inherited.filter(({ libraryGuid }) => libraries.has(libraryGuid)).map((code) => code.guid)
  return [...new Set([...along, ...named])].map((code) => ({ kind: "Code", guid, code, now: true }))
}
