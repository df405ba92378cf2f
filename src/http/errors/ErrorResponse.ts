import { Cause, Effect, Exit, Option } from "effect"
import type { BodyFault } from "../../domain/Errors.ts"
import { mostQuoted } from "../../domain/Quoted.ts"
import type { Area } from "../api/Policy.ts"
import { errorForm, mediaTypeOf } from "./ErrorForms.ts"
import { describe, detailsOf, type ErrorRow, type WireError } from "./ErrorTable.ts"

/** What an error body tells beside its row. */
export interface ErrorContext {
  readonly area: Area | null
  readonly requestId: string
  /** Path of the request, as it came. */
  readonly path: string
}

const kebab = (code: string): string => code.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

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
    case "RequestTimeout":
      // What is still to come of the body is not waited for.
      return { connection: "close" }
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
  { code, status, title }: ErrorRow,
  detail: string,
  { area, path, requestId }: ErrorContext,
  headers: Record<string, string> = {},
  errors?: ReadonlyArray<BodyFault>
): Response => {
  const form = errorForm(area, status)
  const body =
    form === "ErrorView"
      ? { error: code, errorDetails: detail, requestId }
      : {
          type: `urn:plinth:error:${kebab(code)}`,
          title,
          status,
          detail,
          instance: path.slice(0, mostQuoted),
          requestId,
          errors
        }
  return new Response(JSON.stringify(body), { status, headers: { ...headers, "content-type": mediaTypeOf[form] } })
}

/** The answer to a failure: status, headers and body in the form that its endpoint has for that status. */
export const errorResponse = (error: WireError, context: ErrorContext): Response => {
  const faults = "faults" in error && error.faults.length > 0 ? error.faults : undefined
  return write(describe(error), detailsOf(error), context, headersOf(error), faults)
}

/** The answer to a defect: nothing of the inside; the log has it under the request id. */
const defectResponse = (context: ErrorContext): Response =>
  write(
    { status: 500, code: "Internal", title: "Internal error" },
    "Something went wrong on our side. The log has it under the request id.",
    context
  )

/** The answer that a request came to. Defects are logged, those beside a failure too. */
export const answerTo = (exit: Exit.Exit<Response, WireError>, context: ErrorContext): Effect.Effect<Response> => {
  if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
  const { cause } = exit
  return Effect.as(
    Option.match(Cause.keepDefects(cause), {
      onNone: () => Effect.void,
      onSome: () =>
        Effect.annotateLogs(Effect.logError("A request met a defect", cause), { requestId: context.requestId })
    }),
    Option.match(Cause.failureOption(cause), {
      onNone: () => defectResponse(context),
      onSome: (failure) => errorResponse(failure, context)
    })
  )
}
