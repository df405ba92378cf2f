import type { Condition, Leaf } from "../../../domain/products/Condition.ts"
import type { Filter, Scalar } from "../../../domain/products/Filter.ts"
import type { CellSource, Around } from "../CellSource.ts"
import * as Comparison from "../Comparison.ts"
import * as Names from "../Names.ts"
import type { SeenModel } from "./SeenModel.ts"

/** The field `Model` of questions to a project, or one of its sub-fields. */
export type ModelField = "Model" | "ModelId" | "Name"

/** The name that is reserved in questions to a project. A property of that name is reached as `Set.Model`. */
export const reservedName = "Model"

/**
 * Returns the meaning of a name that concerns the model of a product, or null for every other name. A property whose
 * name is `Model.Name` or `Model.ModelId` comes before the sub-field.
 */
export const resolve = (models: ReadonlyArray<SeenModel>, text: string): ModelField | null => {
  if (text === reservedName) return "Model"
  if (text !== "Model.ModelId" && text !== "Model.Name") return null
  const isProperty = models.some(({ table, view }) => Names.of(table, view).byName.has(text))
  return isProperty ? null : text === "Model.Name" ? "Name" : "ModelId"
}

/** Returns the plain value of the field for the products of a model. */
const valueOf = (field: ModelField, { model }: SeenModel): Scalar =>
  (field === "ModelId" ? model.id : model.name) || null

/** Returns whether the products of a model match a filter on the field, which compares with the id and the name. */
export const matches = (field: ModelField, seen: SeenModel, filter: Filter): boolean =>
  holds(field, seen, Comparison.ofFilter(filter))

/** Comparisons that filters do not have are with the plain value, which is the name, and not with the id. */
const holds = (field: ModelField, { model }: SeenModel, { comparison, negated }: Comparison.Asked): boolean => {
  const isPlain = "kind" in comparison && field === "Model"
  const texts = [...(field === "Name" || isPlain ? [] : [model.id]), ...(field === "ModelId" ? [] : [model.name])]
  return texts.some((text) => Comparison.accepts(comparison, text)) !== negated
}

const always: Condition = { and: [] }
const never: Condition = { or: [] }

/**
 * Returns a condition on the products of one model: leaves on the model, which `fieldOf` recognises, hold for all of them
 * or for none.
 */
export const inModel = (
  condition: Condition,
  seen: SeenModel,
  fieldOf: (leaf: Leaf) => ModelField | null
): Condition => {
  if ("and" in condition) return { and: condition.and.map((one) => inModel(one, seen, fieldOf)) }
  if ("or" in condition) return { or: condition.or.map((one) => inModel(one, seen, fieldOf)) }
  if ("not" in condition) return { not: inModel(condition.not, seen, fieldOf) }
  const field = fieldOf(condition)
  if (field === null) return condition
  return holds(field, seen, Comparison.ofLeaf(condition)) ? always : never
}

/** Returns the source of the field's cells, which are the same in all rows of a model. */
export const sourceOf = (field: ModelField, seen: SeenModel, { head, tail }: Around): CellSource => {
  const { id, name } = seen.model
  const shown = field === "Model" ? { ModelId: id, Name: name } : field === "Name" ? name : id
  const json = head + JSON.stringify(shown) + tail
  const value = valueOf(field, seen)
  return {
    keys: 1,
    keysOf: (rows) => new Uint32Array(rows.length),
    write: (writer) => writer.raw(json),
    valueOf: () => value
  }
}
