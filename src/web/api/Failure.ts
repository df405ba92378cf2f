import { texts } from "../Texts.ts"
import type { Operation } from "./Views.ts"

/** Why a request has no answer. */
export interface Failure {
  /** Of HTTP; 0: there was none, or the caller wants none any more. */
  readonly status: number
  /** In PascalCase (contract section 10); `Aborted` where the caller wants no answer any more. */
  readonly code: string
  /** One sentence for a person. */
  readonly details: string
  /** By which the service's log has it. */
  readonly requestId: string | null
  /** Of what failed in the background. */
  readonly operationId?: string
}

export type Answer<A> = { readonly value: A } | { readonly failure: Failure }

/** Both layouts of error bodies, of which an answer has one. */
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

/** The code of an answer that says none. */
export const unknown = "Unknown"

const codeOf = ({ error, type }: Body): string =>
  type?.startsWith("urn:plinth:error:") === true ? pascal(type.slice("urn:plinth:error:".length)) : (error ?? unknown)

const detailsOf = ({ detail, errorDetails, errors = [], title }: Body, status: number): string => {
  const said = errorDetails ?? detail ?? title ?? texts.problem.answered(status)
  const faults = errors.map(({ detail, pointer }) => `${pointer}: ${detail}`)
  return [said, ...faults.filter((fault) => !said.includes(fault))].join(" ")
}

/** What the body of a refused request says, in whichever of the two layouts; what is in neither is told by its status. */
export const failureOf = (status: number, text: string, requestId: string | null): Failure => {
  let body: Body = {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === "object" && parsed !== null) body = parsed
  } catch {
    // A proxy answers as it likes.
  }
  return { status, code: codeOf(body), details: detailsOf(body, status), requestId: body.requestId ?? requestId }
}

/** Why an operation failed. */
export const failureOfOperation = ({ error = "OperationFailed", errorDetails = "", id }: Operation): Failure => ({
  status: 400,
  code: error,
  details: errorDetails,
  requestId: null,
  operationId: id
})
