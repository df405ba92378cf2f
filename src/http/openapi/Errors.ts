import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Option from "effect/Option"
import type { PolicyShape } from "../errors/Policy.ts"
import { type ErrorForm, errorForm, mediaTypeOf } from "../errors/ErrorForms.ts"
import { rows } from "../errors/ErrorTable.ts"
import { header } from "./Headers.ts"

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps

const identifiers = (endpoint: Endpoint): ReadonlyArray<string> =>
  Array.from(endpoint.path.matchAll(/:(\w+)/g), ([, name]) => name!)

/**
 * Returns the error statuses of an endpoint, derived from its declaration and policy. 405 is not included, because it
 * is the response to methods that the path does not have.
 */
export const errorStatuses = (endpoint: Endpoint, policy: PolicyShape): ReadonlyArray<number> => {
  const names = identifiers(endpoint)
  const hasBody = Option.isSome(endpoint.payloadSchema)
  const checksSent = hasBody || Option.isSome(endpoint.urlParamsSchema) || Option.isSome(endpoint.headersSchema)
  const malformed = policy.malformedIdentifier === 400 && names.some((name) => name !== "operationId")
  const found = new Set<number>()
  if (checksSent || malformed || policy.keepsAnswer) found.add(400)
  if (policy.scope !== null) for (const status of [401, 403, 429, 503]) found.add(status)
  if (names.length > 0) found.add(503)
  // Endpoints without a token check a signature in the path and refuse a wrong one whether the resource exists or not.
  if (names.length > 0 && policy.scope !== null) found.add(404)
  if (hasBody) for (const status of [408, 413, 415]) found.add(status)
  return [...found.add(500), ...policy.refusals].sort((a, b) => a - b)
}

/** Returns the name of the component that describes the error response of a form and status. */
const componentName = (form: ErrorForm, status: number): string => `${form}${status}`

/** Returns a reference to the description of an endpoint's error response. */
export const errorReference = (policy: PolicyShape, status: number) => ({
  $ref: `#/components/responses/${componentName(errorForm(policy.area, status), status)}`
})

const headersOf = (status: number) => ({
  ...header("X-Request-Id"),
  ...(status === 401 ? header("WWW-Authenticate") : {}),
  ...(status === 429 || status === 503 ? header("Retry-After") : {})
})

const codesOf = (status: number): ReadonlyArray<string> => [
  ...new Set(status === 500 ? ["Internal"] : rows.filter((row) => row.status === status).map((row) => row.code))
]

const meanings: Readonly<Record<number, string>> = {
  400: "The request is not valid",
  401: "The token is missing or not valid",
  403: "Insufficient permissions",
  404: "The object does not exist, or the caller may not see it",
  408: "The body did not arrive in time; the connection is closed",
  409: "The guid is taken, or another operation is in progress, so that the request cannot be carried out",
  410: "Events after the cursor are no longer kept; read the project again",
  412: "The version that `If-Match` names is not the present one",
  413: "The body or the file is too large",
  415: "The media type is not application/json in UTF-8, or the body is encoded",
  429: "Too many requests of one user, or refused tokens of one address",
  500: "The service has failed",
  503: "The storage or the issuer of tokens does not answer, or the service is overloaded; try again later"
}

const layoutOf = (form: ErrorForm): string => (form === "ErrorView" ? "ErrorView" : "ProblemDetails")

/** Returns a response component for each form and status that the document refers to. */
export const errorResponses = (used: ReadonlySet<string>) => {
  const forms: ReadonlyArray<ErrorForm> = ["ErrorView", "ProblemDetails", "ProblemDetailsAsJson"]
  const all = forms.flatMap((form) =>
    Object.entries(meanings).map(([text, meaning]) => {
      const status = Number(text)
      const response = {
        description: meaning,
        "x-codes": codesOf(status),
        headers: headersOf(status),
        content: { [mediaTypeOf[form]]: { schema: { $ref: `#/components/schemas/${layoutOf(form)}` } } }
      }
      return [componentName(form, status), response] as const
    })
  )
  return Object.fromEntries(all.filter(([name]) => used.has(`#/components/responses/${name}`)))
}
