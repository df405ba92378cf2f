import type * as Either from "effect/Either"
import type { InvalidFilter } from "../../domain/products/Filter.ts"
import type { Question } from "../../domain/products/Question.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import type { Frame } from "./Frame.ts"
import { select } from "./Selection.ts"
import type { View } from "./View.ts"
import { inUnits } from "./units/SiTable.ts"

/** Does the same as `select`, with numbers compared in the units that the question asks for. */
export const selectIn = (table: ProductTable, view: View, question: Question): Either.Either<Frame, InvalidFilter> => {
  const asked = inUnits(table, view, question.units)
  return select(asked.table, asked.view, question)
}
