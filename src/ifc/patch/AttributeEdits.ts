import type { Edit } from "../../domain/edits/Edit.ts"
import type { OpenModel } from "../ReadModel.ts"
import type { InstanceEdits } from "./InstanceEdits.ts"
import * as StepWord from "./StepWord.ts"

export type AttributeEdit = Extract<Edit, { readonly kind: "Attribute" }>

/**
 * Edits of the attributes of a product.
 *
 * @returns why not, where the file's instance has no room for it
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

/** Elements of all schemas may go without it but where the schema says otherwise. */
const isOptional = ({ file }: OpenModel, row: number, name: string): boolean => file.classOf(row).mayLack.has(name)
