import * as Either from "effect/Either"
import { type Edit, textLength } from "../../../domain/edits/Edit.ts"
import type { LimitExceeded } from "../../../domain/Errors.ts"
import {
  each,
  type FieldModifications,
  isObject,
  type Modification,
  type ModificationError,
  mostErrors,
  mostRepeated
} from "../../../domain/edits/Modification.ts"
import { quoted } from "../../../domain/Quoted.ts"
import { exceeded } from "../../../domain/Limit.ts"
import { limits } from "../../../domain/Limits.ts"
import * as Names from "../../query/Names.ts"
import { AttributeCells } from "./AttributeCell.ts"
import { isRefusal } from "./CellValue.ts"
import { codesOf, judgeCodes } from "./CodeCell.ts"
import { EntityTypes } from "./EntityTypes.ts"
import { type FieldName, resolve } from "./FieldName.ts"
import { NamedCells } from "./NamedCells.ts"
import { NewSets } from "./NewSets.ts"
import { rowsByGuid } from "../overlay/ProductRows.ts"
import { PropertyCells } from "./PropertyCell.ts"
import { judgeLocation, judgeMaterial } from "./ReferenceCell.ts"
import { type Refusal, refuse, toError } from "./Refusal.ts"
import { shownIn } from "../overlay/ShownSets.ts"
import type { Subject } from "./Subject.ts"

/** A field of a request, with data that is computed once for all its cells. */
interface Field {
  readonly key: string
  readonly names: Map<unknown, FieldName>
  readonly shownIn: (row: number) => { readonly set: string } | null
}

/**
 * Validates modifications and returns their edits in order. If any is wrong, fails with one error per cell instead.
 * After 1,000 errors, or if the errors repeat too much of the request, one `TooManyErrors` stands for the rest. Fails
 * with `LimitExceeded` if all are valid but their edits are larger than a user may keep unpublished.
 */
export const judge = (
  subject: Subject,
  modifications: ReadonlyArray<FieldModifications>
): Either.Either<ReadonlyArray<Edit>, ReadonlyArray<ModificationError> | LimitExceeded> => {
  const judgeOne = judging(subject, modifications)
  const edits: Array<Edit> = []
  const errors: Array<ModificationError> = []
  let length = 0
  let repeated = 0
  for (const modification of each(modifications)) {
    const judged = judgeOne(modification)
    if (!isRefusal(judged)) {
      if (errors.length > 0 || length > limits.valuesOfRequest.most) continue
      for (const edit of judged) length += textLength(edit)
      edits.push(...judged)
      continue
    }
    const error = toError(modification, judged)
    repeated += error.field.length + error.guid.length
    if (errors.length === mostErrors || repeated > mostRepeated) {
      const description = `There are more than ${errors.length} errors.`
      errors.push({ guid: "", field: "", error: "TooManyErrors", description })
      break
    }
    errors.push(error)
  }
  if (errors.length > 0) return Either.left(errors)
  return length > limits.valuesOfRequest.most ? Either.left(exceeded(limits.valuesOfRequest)) : Either.right(edits)
}

/**
 * Returns a function that validates one modification after the other and returns its edits, or the reason why it is
 * refused.
 *
 * @param modifications all that belong together: some are judged by others
 */
export const judging = (
  subject: Subject,
  modifications: ReadonlyArray<FieldModifications>
): ((modification: Modification) => ReadonlyArray<Edit> | Refusal) => {
  const { table, view } = subject
  const names = Names.of(table, view)
  const rowOf = rowsByGuid(table)
  const met = new NamedCells()
  const entityTypes = new EntityTypes(subject)
  const newSets = new NewSets(subject, names, entityTypes)
  const properties = new PropertyCells(subject, names, entityTypes)
  const attributes = new AttributeCells(subject, modifications)
  let field: Field | null = null
  const fieldOf = (key: string): Field =>
    field?.key === key ? field : (field = { key, names: new Map(), shownIn: shownIn(table, names.byName.get(key)) })

  return (modification) => {
    const { field: key, value, verb } = modification
    const row = rowOf(modification.guid)
    if (row === -1) return refuse("ProductNotFound", `The model has no product ${quoted(modification.guid)}.`)
    const field = fieldOf(key)
    const propertySet = isObject(value) ? value.members.PropertySet : undefined
    const name = field.names.getOrInsertComputed(propertySet, () => resolve(names, key, propertySet))
    switch (name.kind) {
      case "Code": {
        const codes = codesOf(value)
        const cells = verb === "update" || isRefusal(codes) ? null : verb === "delete" ? codes : (codes ?? [])
        return met.addCodes(cells, row) ? duplicate : judgeCodes(subject, modification, codes, row)
      }
      case "Property": {
        const changes = verb === "update" || verb === "delete"
        const set = name.set ?? field.shownIn(row)?.set ?? (changes ? null : newSets.of(name.name, row))
        const cell = set === null ? `?\0${key}` : `property\0${set}\0${name.name}`
        return met.add(cell, row) ? duplicate : one(properties.judge(modification, name, { set, name: name.name }, row))
      }
      default:
        if (met.add(`${name.kind}\0${key}`, row)) return duplicate
    }
    switch (name.kind) {
      case "Attribute":
        return one(attributes.judge(modification, name, row))
      case "SpatialLocation":
        return one(judgeLocation(subject, modification, row))
      case "Material":
        return one(judgeMaterial(subject, modification, row))
      default:
        return refuse("FieldReadOnly", `${quoted(key)} cannot be edited.`)
    }
  }
}

const duplicate = refuse("DuplicateModification", "The request modifies this cell twice.")

const one = (judged: Edit | Refusal): ReadonlyArray<Edit> | Refusal => (isRefusal(judged) ? judged : [judged])
