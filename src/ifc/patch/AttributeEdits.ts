import type { Edit } from "../../domain/edits/Edit.ts"
import type { OpenModel } from "../ReadModel.ts"
import type { InstanceEdits } from "./InstanceEdits.ts"
import * as StepWord from "./StepWord.ts"

export type AttributeEdit = Extract<Edit, { readonly kind: "Attribute" }>

/**
 * Edits an attribute of a product.
 *
 * @returns the reason if the file's instance has no such attribute, otherwise null
 */
export const editAttribute = (
  model: OpenModel,
  edits: InstanceEdits,
  product: number,
  { name, now }: AttributeEdit
): string | null => {
  const { file } = model
  const row = model.rows[product]!
  const at = file.classOf(row).attributes.indexOf(name)
  const read = file.freeReader()
  if (at < 0 || !read.openRow(row) || at >= read.count) return `The instance has no ${name}`
  const word = name === "PredefinedType" ? StepWord.enumeration(now ?? "NOTDEFINED") : StepWord.optional(now)
  edits.set(row, at, name === "PredefinedType" && now === null && isOptional(model, row, name) ? "$" : word)
  return null
}

/** Returns whether the attribute may be `$` according to the schema. */
const isOptional = ({ file }: OpenModel, row: number, name: string): boolean => file.classOf(row).mayLack.has(name)
