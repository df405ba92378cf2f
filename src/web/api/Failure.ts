import { texts } from "../Texts.ts"
import { titleOf } from "../words/FailureTitles.ts"
import { language } from "../words/Language.ts"
import type { Operation } from "./Views.ts"

/** Reason why a request has no answer. */
export interface Failure {
  /** HTTP status; 0 if there was no response or the caller aborted the request. */
  readonly status: number
  /** Error code in PascalCase (contract section 10); `Aborted` if the caller aborted the request. */
  readonly code: string
  /** One sentence for the user. */
  readonly details: string
  /** Id of the request in the service's log. */
  readonly requestId: string | null
  /** Id of the operation that failed in the background. */
  readonly operationId?: string
}

const ofFiles = new Set(["UnsupportedFileType", "InvalidModelFile", "UploadTooLarge", "ArchiveTooLarge"])

/** Returns whether the code of a failure blames the file, which fails in the same way each time. */
export const isOfFile = (code: string): boolean => ofFiles.has(code)

export type Answer<A> = { readonly value: A } | { readonly failure: Failure }

/** Fields of both layouts of error bodies; a response has one of the two. */
interface Body {
  readonly error?: string
  readonly errorDetails?: string
  readonly type?: string
  readonly title?: string
  readonly detail?: string
  readonly requestId?: string
  readonly errors?: ReadonlyArray<{ readonly pointer: string; readonly detail: string }>
}

const pascal = (kebab: string): string =>
  kebab
    .split("-")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("")

/** Code of a response without an error code. */
export const unknown = "Unknown"

const codeOf = ({ error, type }: Body): string =>
  type?.startsWith("urn:plinth:error:") === true ? pascal(type.slice("urn:plinth:error:".length)) : (error ?? unknown)

const detailsOf = ({ detail, errorDetails, errors = [], title }: Body, status: number): string => {
  const said = errorDetails ?? detail ?? title ?? texts.problem.answered(status)
  const faults = errors.map(({ detail, pointer }) => `${pointer}: ${detail}`)
  return [said, ...faults.filter((fault) => !said.includes(fault))].join(" ")
}

/** Reads the body of a failed response in either layout. A body in neither layout is described by its status. */
export const failureOf = (status: number, text: string, requestId: string | null): Failure => {
  let body: Body = {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === "object" && parsed !== null) body = parsed
  } catch {
    // A proxy may send anything.
  }
  return { status, code: codeOf(body), details: detailsOf(body, status), requestId: body.requestId ?? requestId }
}

/** Returns the failure that an operation reports. */
export const failureOfOperation = ({ error = "OperationFailed", errorDetails = "", id }: Operation): Failure => ({
  status: 400,
  code: error,
  details: errorDetails,
  requestId: null,
  operationId: id
})

/**
 * Returns what happened, in one line. The service writes its details in English: in another language the title of the
 * error code comes first.
 */
export const toldOf = ({ code, details }: Failure): string => {
  const title = language === "en" ? undefined : titleOf(code)
  return title === undefined ? details : `${title}. ${details}`
}
