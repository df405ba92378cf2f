import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { BodyFault } from "../../domain/Errors.ts"
import { mostQuoted } from "../../domain/Quoted.ts"
import type { Area } from "./Policy.ts"
import { errorForm, mediaTypeOf } from "./ErrorForms.ts"
import { describe, detailsOf, type ErrorRow, type WireError } from "./ErrorTable.ts"

/** The facts about a request that its error body needs. */
export interface ErrorContext {
  readonly area: Area | null
  readonly requestId: string
  /** Path of the request as received, not decoded. */
  readonly path: string
}

const kebab = (code: string): string => code.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** Returns the headers of the response to a failure. */
export const headersOf = (error: WireError): Record<string, string> => {
  switch (error._tag) {
    case "Unauthorized":
      return {
        "www-authenticate": error.tokenGiven
          ? 'Bearer realm="plinth", error="invalid_token", error_description="The token is not good"'
          : 'Bearer realm="plinth"'
      }
    case "InvalidClient":
      // RFC 6749, section 5.2: the challenge must include the scheme that the client used.
      return { "www-authenticate": `Bearer realm="plinth"${error.byHeader ? ', Basic realm="plinth"' : ""}` }
    case "WrongPassword":
      return { "www-authenticate": 'Bearer realm="plinth"' }
    case "InsufficientScope":
      return { "www-authenticate": `Bearer realm="plinth", error="insufficient_scope", scope="${error.scope}"` }
    case "MethodNotAllowed":
      return { allow: error.allow }
    case "RequestTimeout":
      // The rest of the body is not read, so the connection cannot be reused.
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

/** The optional members of a problem. */
interface Members {
  readonly errors?: ReadonlyArray<BodyFault>
  readonly error?: string
  readonly error_description?: string
  readonly message?: string
}

/** Replaces the characters that RFC 6749, appendix A.8, does not allow in `error_description`. */
const described = (detail: string): string =>
  detail.replaceAll('"', "'").replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?")

/**
 * Returns the members that OAuth requires in errors of the auth endpoints (contract section 10; RFC 6749, section 5.2).
 */
const oauthMembers = (area: Area | null, error: string, detail: string): Members =>
  area === "auth" ? { error, error_description: described(detail) } : {}

/** Returns the member that the BCF API has in errors (contract section 18). */
const bcfMembers = (area: Area | null, message: string): Members => (area === "topics" ? { message } : {})

const oauthError = (error: WireError): string => {
  if (error._tag === "SignInRefused") return error.error
  if (error._tag === "SignInFailed") return "server_error"
  if (error._tag === "InvalidClient") return "invalid_client"
  if (error._tag === "WrongPassword" || error._tag === "Forbidden") return "access_denied"
  return [429, 503].includes(describe(error).status) ? "temporarily_unavailable" : "invalid_request"
}

/** The types of errors of the Iceberg REST catalog, by status. */
const icebergTypes: Readonly<Record<number, string>> = {
  400: "BadRequestException",
  401: "NotAuthorizedException",
  403: "ForbiddenException",
  404: "NoSuchTableException",
  503: "ServiceUnavailableException"
}

/** Returns the body of an error as clients of an Iceberg REST catalog expect it. */
const icebergBody = ({ code, status }: ErrorRow, message: string) => {
  const type = code === "ProjectNotFound" ? "NoSuchNamespaceException" : (icebergTypes[status] ?? "RESTException")
  return { error: { message, type, code: status } }
}

const write = (
  { code, status, title }: ErrorRow,
  detail: string,
  { area, path, requestId }: ErrorContext,
  headers: Record<string, string> = {},
  more: Members = {}
): Response => {
  const form = errorForm(area, status)
  const body =
    form === "IcebergError"
      ? icebergBody({ code, status, title }, detail)
      : form === "ErrorView"
        ? { error: code, errorDetails: detail, requestId }
        : {
            type: `urn:plinth:error:${kebab(code)}`,
            title,
            status,
            detail,
            instance: path.slice(0, mostQuoted),
            requestId,
            ...more
          }
  return new Response(JSON.stringify(body), { status, headers: { ...headers, "content-type": mediaTypeOf[form] } })
}

/** Returns the response to a failure: status, headers, and body in the form that the endpoint has for that status. */
export const errorResponse = (error: WireError, context: ErrorContext): Response => {
  const faults = "faults" in error && error.faults.length > 0 ? { errors: error.faults } : {}
  const detail = detailsOf(error)
  const more = {
    ...faults,
    ...oauthMembers(context.area, oauthError(error), detail),
    ...bcfMembers(context.area, detail)
  }
  return write(describe(error), detail, context, headersOf(error), more)
}

/** The sentence about a defect. It reveals no internals; the log has the cause under the request id. */
export const ofDefect = "The service has failed. Its log has the reason under the request id."

const defectResponse = (context: ErrorContext): Response => {
  const detail = ofDefect
  const row = { status: 500, code: "Internal", title: "Internal error" }
  const more = { ...oauthMembers(context.area, "server_error", detail), ...bcfMembers(context.area, detail) }
  return write(row, detail, context, {}, more)
}

/**
 * Returns the response for the outcome of a request. `log` is called with the effect that logs its defects, if it has
 * any, even if there is a failure beside them.
 */
export const answerTo = (
  exit: Exit.Exit<Response, WireError>,
  context: ErrorContext,
  log: (line: Effect.Effect<void>) => void
): Response => {
  if (Exit.isSuccess(exit)) return exit.value
  const { cause } = exit
  if (Option.isSome(Cause.keepDefects(cause))) {
    log(Effect.annotateLogs(Effect.logError("A request met a defect", cause), { requestId: context.requestId }))
  }
  return Option.match(Cause.failureOption(cause), {
    onNone: () => defectResponse(context),
    onSome: (failure) => errorResponse(failure, context)
  })
}
