import * as Either from "effect/Either"
import { InvalidHierarchy, ReferenceNotFound } from "../Errors.ts"
import { sentenceOf } from "../Limit.ts"
import { limits } from "../Limits.ts"

/** The intended place of a location below another one. */
interface LocationPlace {
  /** The location; null if it is new. */
  readonly guid: string | null
  /** Guids from the intended parent to the top; empty if there is no such parent. */
  readonly above: ReadonlyArray<string>
  /** Number of levels of the location and everything below it. */
  readonly levels: number
}

/** Fails if a location may not lie there: the parent is unknown or lies below it, or the hierarchy gets too deep. */
export const checkLocationPlace = ({
  above,
  guid,
  levels
}: LocationPlace): Either.Either<void, InvalidHierarchy | ReferenceNotFound> => {
  if (above.length === 0) {
    return Either.left(new ReferenceNotFound({ details: "parentGuid names no location of this project." }))
  }
  if (guid !== null && above.includes(guid)) return invalid("A location cannot lie below itself.")
  return above.length + levels > limits.locationLevels.most ? invalid(sentenceOf(limits.locationLevels)) : Either.void
}

export const unknownParentCode = (): ReferenceNotFound =>
  new ReferenceNotFound({ details: "parentId names no code of this library." })

/** The intended place of a code below another one of its library. */
interface CodePlace {
  /** Number of codes from the intended parent to the top, counted to one beyond the limit; 0 if there is no parent. */
  readonly above: number
  /** True if the code itself is one of them. */
  readonly isAboveItself: boolean
}

/** Fails if a code may not lie there: the parent is unknown or lies below it, or the hierarchy is too deep. */
export const checkCodePlace = ({
  above,
  isAboveItself
}: CodePlace): Either.Either<void, InvalidHierarchy | ReferenceNotFound> => {
  if (above === 0) return Either.left(unknownParentCode())
  if (isAboveItself) return invalid("A code cannot lie below itself.")
  return above > limits.codesAbove.most ? invalid(sentenceOf(limits.codesAbove)) : Either.void
}

const invalid = (details: string) => Either.left(new InvalidHierarchy({ details }))
