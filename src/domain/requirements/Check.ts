import * as Schema from "effect/Schema"
import { OperationId, RequirementsId, VersionId } from "../Identifier.ts"
import { CheckStatus } from "../operations/CheckStatus.ts"
import { OperationStatus } from "../operations/Operation.ts"
import { optional } from "../Optional.ts"
import type { RequirementsFacts } from "./RequirementsDocument.ts"

/** The data of a check that has ended, besides its files. */
export const CheckOutcome = Schema.Struct({
  result: CheckStatus,
  modelVersionId: VersionId,
  specifications: Schema.Struct({ passed: Schema.Int, failed: Schema.Int, notApplicable: Schema.Int }).annotations({
    identifier: "CheckCounts",
    description: "Numbers of specifications"
  }),
  failures: Schema.Int.annotations({ description: "Number of failures of all requirements" })
})
export type CheckOutcome = typeof CheckOutcome.Type

/** A check of a model as the list of its checks shows it. */
export const Check = Schema.Struct({
  operationId: OperationId,
  requirementsId: Schema.typeSchema(RequirementsId),
  title: Schema.String.annotations({ description: "Title of the document when the check was started" }),
  status: OperationStatus,
  startedAt: Schema.String.annotations({ description: "RFC 3339, in UTC" }),
  isAutomatic: Schema.Boolean,
  outcome: optional(CheckOutcome)
}).annotations({ identifier: "Check" })
export type Check = typeof Check.Type

/** The longest title of a document that a check repeats, in UTF-16 code units. */
const longestTitle = 255

/** Returns the title of a document as its checks show it. */
export const titleOfCheck = ({ title }: Pick<RequirementsFacts, "title">): string =>
  title.slice(0, longestTitle).toWellFormed()
