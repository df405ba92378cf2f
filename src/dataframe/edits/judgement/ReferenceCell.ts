import { type Edit, ownDeleted } from "../../../domain/edits/Edit.ts"
import type { Modification } from "../../../domain/edits/Modification.ts"
import { quoted } from "../../../domain/Quoted.ts"
import type { Scalar } from "../../../domain/products/Filter.ts"
import * as Forms from "../../query/Forms.ts"
import * as CellValue from "./CellValue.ts"
import { invalid, type Refusal, refuse } from "./Refusal.ts"
import type { Subject } from "./Subject.ts"

/** Validates a modification of a product's location and returns its edit, or a refusal. */
export const judgeLocation = (subject: Subject, modification: Modification, row: number): Edit | Refusal => {
  const { project, table, view } = subject
  const { guid, value, verb } = modification
  if (table.wholes[row] !== -1) return refuse("FieldReadOnly", "A part has the location of its whole.")
  const place = Forms.of(table, view).places[table.reference("location").keyOf(row)]!
  const wrong = wrongVerb(modification, place.shown.SpatialLocationId !== "")
  if (wrong !== null) return wrong
  const now = verb === "delete" ? null : textOf(CellValue.scalarOf(value, "SpatialLocationId"))
  if (CellValue.isRefusal(now)) return now
  return now === null || project.hasLocation(now)
    ? { kind: "SpatialLocation", guid, now: now ?? "" }
    : refuse("ReferenceNotFound", `The project has no location ${quoted(now)}.`)
}

/** Validates a modification of a product's material and returns its edit, or a refusal. */
export const judgeMaterial = (subject: Subject, modification: Modification, row: number): Edit | Refusal => {
  const { project, table, view } = subject
  const { guid, value, verb } = modification
  const sent = verb === "delete" ? null : textOf(CellValue.scalarOf(value, "MaterialId"))
  const materials = table.reference("materialSet")
  const material = Forms.of(table, view).materials[materials.keyOf(row)]!
  const isSet = material.entries.length > 0
  if (isSet && sent === null && verb !== "add" && materials.isOfType(row)) {
    return refuse("FieldReadOnly", "The material is the type's.")
  }
  const wrong = wrongVerb(modification, isSet)
  if (wrong !== null) return wrong
  if (verb === "delete") return { kind: "Material", guid, now: ownDeleted }
  if (CellValue.isRefusal(sent)) return sent
  const now = sent?.toLowerCase() ?? null
  return now === null || project.hasMaterial(now)
    ? { kind: "Material", guid, now }
    : refuse("ReferenceNotFound", `The project has no material ${quoted(now)}.`)
}

const wrongVerb = ({ field, verb }: Modification, isSet: boolean): Refusal | null => {
  if (verb === "add" && isSet) return refuse("PropertyExists", `The product has a ${field}.`)
  return !isSet && (verb === "update" || verb === "delete")
    ? refuse("PropertyMissing", `The product has no ${field}.`)
    : null
}

const textOf = (sent: Scalar | Refusal): string | null | Refusal =>
  sent === null || typeof sent === "string" || CellValue.isRefusal(sent) ? sent : invalid("A guid is a text.")
