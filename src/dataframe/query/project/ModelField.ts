import type { Leaf } from "../../../domain/products/Condition.ts"
import type { Scalar } from "../../../domain/products/Filter.ts"
import * as Comparison from "../Comparison.ts"
import type { CellSource, Around } from "../CellSource.ts"
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

/**
 * Returns whether a comparison of the field holds for a model. The operators of filters compare id and name, the others
 * the plain value, which is the name.
 */
export const matches = (field: ModelField, { model }: SeenModel, leaf: Leaf): boolean => {
  const { comparison, negated, nothing } = Comparison.ofLeaf(leaf)
  const isPlain = "kind" in comparison && field === "Model"
  const texts = [...(field === "Name" || isPlain ? [] : [model.id]), ...(field === "ModelId" ? [] : [model.name])]
  const given = texts.filter((text) => text !== "")
  const isMet = given.length === 0 ? nothing : given.some((text) => Comparison.accepts(comparison, text))
  return isMet !== negated
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
    valueOf: () => value,
    cellOf: () => null
  }
}
