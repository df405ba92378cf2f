import type { Operation } from "../../../api/Views.ts"
import { type Failure, failureOfOperation, isOfFile, toldOf } from "../../../api/Failure.ts"
import { texts } from "./OperationTexts.ts"

const words = texts.operations

/** State of an operation as users see it: the service stores a cancelled one as Failed. */
export type State = keyof typeof words.statuses

export const states = Object.keys(words.statuses) as ReadonlyArray<State>

export const stateOf = ({ error, status }: Pick<Operation, "error" | "status">): State =>
  status === "Failed" && error === "Cancelled" ? "Cancelled" : status

export const kindOf = ({ kind }: { readonly kind: string }): string => words.kinds[kind] ?? kind

/** Returns the name of the person who started an operation, or the subject if the service knows no name. */
export const personOf = ({ userId, userName }: Pick<Operation, "userId" | "userName">): string => userName ?? userId

/** Returns whether an operation has not ended. */
export const isOn = ({ status }: Pick<Operation, "status">): boolean => status === "Queued" || status === "InProgress"

/**
 * Returns whether trying an operation again may help. The service accepts more: it also reads a file again that is
 * itself at fault.
 */
export const canRetry = ({ error = "", kind, modelName, status }: Operation): boolean =>
  kind === "ImportIfc" &&
  status === "Failed" &&
  modelName !== undefined &&
  error !== "ModelNotFound" &&
  !isOfFile(error)

/** Returns why an operation failed, in words; null if it did not. */
export const whyOf = (operation: Operation): string | null => {
  const { error, errorDetails = "" } = operation
  if (error === undefined) return null
  return errorDetails === "" ? words.reason(error) : toldOf(failureOfOperation(operation))
}

/** Returns what an operation works on, to tell its buttons apart: its kind, and its file or model. */
export const objectOf = (operation: Operation): string =>
  [kindOf(operation), operation.fileName ?? operation.modelName ?? operation.id].join(" ")

/** Returns how long an operation has worked, in milliseconds; null while it waits, and if it never began. */
export const durationOf = (
  { endedAt, startedAt }: Pick<Operation, "endedAt" | "startedAt">,
  now: number
): number | null =>
  startedAt === undefined ? null : (endedAt === undefined ? now : Date.parse(endedAt)) - Date.parse(startedAt)

const refusals: Readonly<Record<string, string>> = {
  UploadNotFound: words.fileGone,
  Conflict: words.runsAlready
}

/** Returns why an operation could not be started again, in the page's words where it has some. */
export const refusalOf = (failure: Failure): Failure => ({
  ...failure,
  details: refusals[failure.code] ?? failure.details
})
