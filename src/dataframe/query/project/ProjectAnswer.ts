import type * as Either from "effect/Either"
import type { AnswerTooLarge, InvalidCalculator, InvalidField } from "../../../domain/Errors.ts"
import type { InvalidFilter } from "../../../domain/products/Filter.ts"
import type * as Fields from "../Fields.ts"
import * as GroupAnswer from "./GroupAnswer.ts"
import * as ProjectFields from "./ProjectFields.ts"
import * as ProjectRows from "./ProjectRows.ts"
import { type SeenModel, shownIn } from "./SeenModel.ts"

export type { SeenModel } from "./SeenModel.ts"

/** A query over several models of a project. */
export type ProjectRequest =
  /** A page of the products. */
  | ({ readonly kind: "ProjectRows" } & ProjectRows.ProjectRowsRequest)
  /** A page of the fields that products have. */
  | ({ readonly kind: "ProjectFields" } & Fields.FieldRequest)
  /** A page of groups of the products. */
  | ({ readonly kind: "Groups" } & GroupAnswer.GroupRequest)

/**
 * Returns the UTF-8 of the answer. The models are in the order of the project's list of models. Fails with
 * `InvalidFilter`, `InvalidField`, `InvalidCalculator`, or with `AnswerTooLarge` if the answer exceeds `most` bytes.
 */
export const answerProject = (
  models: ReadonlyArray<SeenModel>,
  request: ProjectRequest,
  most: number
): Either.Either<Uint8Array<ArrayBuffer>, InvalidFilter | InvalidField | InvalidCalculator | AnswerTooLarge> => {
  switch (request.kind) {
    case "ProjectRows":
      return ProjectRows.query(shownIn(models, request.units), request, most)
    case "ProjectFields":
      return ProjectFields.query(models, request, most)
    case "Groups":
      return GroupAnswer.query(shownIn(models, request.units), request, most)
  }
}
