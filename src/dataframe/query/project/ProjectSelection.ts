import * as Either from "effect/Either"
import type { Leaf } from "../../../domain/products/Condition.ts"
import { Filters, InvalidFilter } from "../../../domain/products/Filter.ts"
import type { Question } from "../../../domain/products/Question.ts"
import * as Bits from "../../table/Bits.ts"
import * as Frame from "../Frame.ts"
import * as Names from "../Names.ts"
import { select } from "../Selection.ts"
import * as ModelField from "./ModelField.ts"
import type { SeenModel } from "./SeenModel.ts"

/** The selected products of several models. */
export interface ProjectSelection {
  /** The selected products of each model. */
  readonly frames: ReadonlyArray<Frame.Frame>
  /** The number of selected products in the models before each model, and at the end the number of all. */
  readonly starts: ReadonlyArray<number>
  readonly total: number
}

/** Returns a function that tells whether some of the models has the property, or the project defines it. */
export const knownIn = (models: ReadonlyArray<SeenModel>): ((property: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (property) =>
    known.getOrInsertComputed(property, () =>
      models.some(({ table, view }) => Names.resolve(Names.of(table, view), property).kind !== "Unknown")
    )
}

/**
 * Selects the products that match every filter and the condition. Filters and leaves on the model hold for all products of a model or for none; a
 * property that only other models have is without value.
 *
 * Fails with `InvalidFilter` for a property that no model has and the project does not define, and for a computed one.
 */
export const selectAll = (
  models: ReadonlyArray<SeenModel>,
  question: Question
): Either.Either<ProjectSelection, InvalidFilter> => {
  const isKnown = knownIn(models)
  const fields = question.filters.map(({ property }) => ModelField.resolve(models, property))
  const sent = question.filters
    .keys()
    .filter((i) => fields[i] === null)
    .toArray()
  const filters = Filters.make(sent.map((i) => question.filters[i]!))
  const fieldOf = ({ property }: Leaf): ModelField.ModelField | null => ModelField.resolve(models, property)
  const frames: Array<Frame.Frame> = []
  for (const seen of models) {
    const { table, view } = seen
    const where = question.where === undefined ? {} : { where: ModelField.inModel(question.where, seen, fieldOf) }
    const found = select(table, view, { ...question, ...where, filters }, isKnown)
    if (Either.isLeft(found)) {
      const { index, reason } = found.left
      return Either.left(
        new InvalidFilter({ index: typeof index === "number" ? (sent[index] ?? index) : index, reason })
      )
    }
    const isMeant = question.filters.every((filter, i) => {
      const field = fields[i]!
      return field === null || ModelField.matches(field, seen, filter)
    })
    frames.push(isMeant ? found.right : Frame.of(table, Bits.none(table.count)))
  }
  const starts = [0]
  for (const frame of frames) starts.push(starts.at(-1)! + frame.numRows())
  return Either.right({ frames, starts, total: starts.at(-1)! })
}

/** Returns the selected rows of each model, in the order of its file. */
export const rowsOf = ({ frames }: ProjectSelection): ReadonlyArray<Uint32Array> =>
  frames.map((frame) => Frame.page(frame, 0, frame.numRows()))
