import * as Either from "effect/Either"
import type { Leaf } from "../../../domain/products/Condition.ts"
import type { InvalidFilter } from "../../../domain/products/Filter.ts"
import type { Question } from "../../../domain/products/Question.ts"
import { allRows } from "../CellKeys.ts"
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

/** Returns a function that tells whether any of the models has the property, or the project defines it. */
export const knownIn = (models: ReadonlyArray<SeenModel>): ((property: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (property) =>
    known.getOrInsertComputed(property, () =>
      models.some(({ table, view }) => Names.resolve(Names.of(table, view), property).kind !== "Unknown")
    )
}

/**
 * Selects the products that match every filter. Filters on the model hold for all products of a model or for none; a
 * property that only other models have is without value.
 *
 * Fails with `InvalidFilter` for a property that no model has and the project does not define, and for a computed one.
 */
export const selectAll = (
  models: ReadonlyArray<SeenModel>,
  question: Question
): Either.Either<ProjectSelection, InvalidFilter> => {
  const isKnown = knownIn(models)
  const hasElsewhere = (name: string): boolean => ModelField.resolve(models, name) !== null || isKnown(name)
  const frames: Array<Frame.Frame> = []
  for (const seen of models) {
    const ofModel = (leaf: Leaf): boolean | null => {
      const field = ModelField.resolve(models, leaf.property)
      return field === null ? null : ModelField.matches(field, seen, leaf)
    }
    const found = select(seen.table, seen.view, question, { hasElsewhere, ofModel })
    if (Either.isLeft(found)) return Either.left(found.left)
    frames.push(found.right)
  }
  const starts = [0]
  for (const frame of frames) starts.push(starts.at(-1)! + frame.numRows())
  return Either.right({ frames, starts, total: starts.at(-1)! })
}

/** Returns the selected rows of each model, in the order of its file. Nobody may write into the arrays. */
export const rowsOf = ({ frames }: ProjectSelection): ReadonlyArray<Uint32Array> =>
  frames.map((frame) => (frame.isFiltered() ? Frame.page(frame, 0, frame.numRows()) : allRows(frame.numRows())))
