import type { Area } from "../api/Policy.ts"
import { type ErrorForm, errorForm, mediaTypeOf } from "./ErrorForms.ts"
import { describe, detailsOf, type ErrorRow, type WireError } from "./ErrorTable.ts"

/** What an error body tells beside its row. */
export interface ErrorContext {
  readonly area: Area | null
  readonly requestId: string
  /** Path of the request, as it came. */
  readonly path: string
}

const kebab = (code: string): string => code.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

const faultsOf = (error: WireError | null) =>
  error !== null && "faults" in error && error.faults.length > 0 ? { errors: error.faults } : {}

const bodyOf = (form: ErrorForm, row: ErrorRow, details: string, context: ErrorContext, error: WireError | null) =>
  form === "ErrorView"
    ? { error: row.code, errorDetails: details, requestId: context.requestId }
    : {
        type: `urn:plinth:error:${kebab(row.code)}`,
        title: row.title,
        status: row.status,
        detail: details,
        instance: context.path,
        requestId: context.requestId,
        ...faultsOf(error)
      }

const headersOf = (error: WireError): Record<string, string> => {
  switch (error._tag) {
    case "Unauthorized":
      return {
        "www-authenticate": error.tokenGiven
          ? 'Bearer realm="plinth", error="invalid_token", error_description="The token is not good"'
          : 'Bearer realm="plinth"'
      }
    case "InsufficientScope":
      return { "www-authenticate": `Bearer realm="plinth", error="insufficient_scope", scope="${error.scope}"` }
    case "MethodNotAllowed":
      return { allow: error.allow }
    case "TooManyRequests":
      return { "retry-after": String(error.retryAfterSeconds) }
    case "StorageUnavailable":
    case "BlobStoreUnavailable":
    case "IssuerUnavailable":
    case "OutcomeUnknown":
    case "Overloaded":
      return { "retry-after": "2" }
    default:
      return {}
  }
}

const write = (
  row: ErrorRow,
  details: string,
  context: ErrorContext,
  headers: Record<string, string>,
  error: WireError | null
): Response => {
  const form = errorForm(context.area, row.status)
  return new Response(JSON.stringify(bodyOf(form, row, details, context, error)), {
    status: row.status,
    headers: { ...headers, "content-type": mediaTypeOf[form] }
  })
}

/** The answer to a failure: status, headers and body in the form that its endpoint has for that status. */
export const errorResponse = (error: WireError, context: ErrorContext): Response =>
  write(describe(error), detailsOf(error), context, headersOf(error), error)

/** The answer to a defect: nothing of the inside; the log has it under the request id. */
export const defectResponse = (context: ErrorContext): Response =>
  write(
    { status: 500, code: "Internal", title: "Internal error" },
    "Something went wrong on our side. The log has it under the request id.",
    context,
    {},
    null
  )
