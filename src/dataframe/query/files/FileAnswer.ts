import * as Either from "effect/Either"
import type { AnswerTooLarge, InvalidCalculator, InvalidField } from "../../../domain/Errors.ts"
import type { InvalidFilter } from "../../../domain/products/Filter.ts"
import type { Pieces } from "../../../runtime/ThreadJobs.ts"
import { type SheetFormat, type SheetOptions, write } from "../../../sheets/write/SheetFile.ts"
import type { PageRequest } from "../answer/Page.ts"
import type { GroupRequest } from "../project/GroupAnswer.ts"
import type { ProjectRowsRequest } from "../project/ProjectRows.ts"
import { type SeenModel, shownIn } from "../project/SeenModel.ts"
import { gathered, gzipped } from "./FilePieces.ts"
import type { FileTable, Part } from "./FileTable.ts"
import { ofGroups } from "./GroupFile.ts"
import { ofModel, ofProject } from "./ProductFile.ts"

/** A question whose answer is a file. */
export type FileRequest =
  | ({ readonly kind: "Rows" } & Omit<PageRequest, "all"> & Part)
  | ({ readonly kind: "ProjectRows" } & ProjectRowsRequest & Part)
  | ({ readonly kind: "Groups" } & GroupRequest & Part)

/** How the file is written. */
export interface FileForm {
  readonly format: SheetFormat
  readonly options: SheetOptions
  /** Whether the file is compressed with gzip. */
  readonly isCompressed: boolean
}

type Failure = InvalidFilter | InvalidField | InvalidCalculator | AnswerTooLarge

const tableOf = (
  models: ReadonlyArray<SeenModel>,
  request: FileRequest,
  format: SheetFormat
): Either.Either<FileTable, Failure> => {
  switch (request.kind) {
    case "Rows": {
      const [{ table, view }] = models as readonly [SeenModel]
      return ofModel(table, view, request, format)
    }
    case "ProjectRows":
      return ofProject(shownIn(models, request.units), request, format)
    case "Groups":
      return ofGroups(shownIn(models, request.units), request, format)
  }
}

/**
 * Returns the pieces of a file with the answer; they are made when they are read. Fails like the question, and with
 * `AnswerTooLarge` if a file cannot have this many rows or cells.
 */
export const answerFile = (
  models: ReadonlyArray<SeenModel>,
  request: FileRequest,
  { format, isCompressed, options }: FileForm
): Either.Either<Pieces, Failure> =>
  Either.map(tableOf(models, request, format), ({ blocks, columns, rows }) => {
    const pieces = write(format, columns, blocks, { ...options, rows })
    return gathered(isCompressed ? gzipped(pieces) : pieces)
  })
