import type { HttpApiEndpoint } from "@effect/platform"
import type { PolicyShape } from "../api/Policy.ts"

type Json = Readonly<Record<string, unknown>>

const printable = { type: "string", minLength: 1, maxLength: 128, pattern: "^[\\x20-\\x7e]+$" }

const requestParameters = {
  "X-Request-Id": { description: "Names the request in answers and in the log; ours where it is absent." },
  "Idempotency-Key": {
    description:
      "The same key, user, path and body within 24 hours gives the first answer again; with another body it is refused."
  },
  "X-Client-Session-Id": {
    description: "The caller's modification session on the model; ignored where it is not needed."
  }
} as const

const answerHeaders = {
  "X-Request-Id": { description: "The request's, where it was one; else ours", schema: printable },
  Location: { description: "Absolute URL", schema: { type: "string", format: "uri" } },
  "WWW-Authenticate": { description: "RFC 6750", schema: { type: "string", examples: ['Bearer realm="plinth"'] } },
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 0 } }
} as const

const references = <Name extends string>(folder: string, all: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(Object.keys(all).map((name) => [name, { $ref: `#/components/${folder}/${name}` }])) as Record<
    Name,
    { readonly $ref: string }
  >

/** References to the headers of answers. */
export const headers = references("headers", answerHeaders)

const known = references("parameters", requestParameters)

/** What the document says of headers once, for all endpoints. */
export const sharedComponents = {
  parameters: Object.fromEntries(
    Object.entries(requestParameters).map(([name, { description }]) => [
      name,
      { name, in: "header", required: false, description, schema: printable }
    ])
  ),
  headers: answerHeaders,
  securitySchemes: {
    bearer: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "An access token of the issuer (RFC 9068)"
    }
  }
}

const spelling = (name: string): string =>
  Object.keys(requestParameters).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name

/** The parameters that an endpoint declares, and the headers that its policy brings. */
export const parameters = (
  endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps,
  policy: PolicyShape,
  declared: ReadonlyArray<Json>
): ReadonlyArray<Json> => {
  const own = declared.map((one) => (one["in"] === "header" ? { ...one, name: spelling(String(one["name"])) } : one))
  const brought: Array<keyof typeof known> = [
    ...(policy.model === null ? [] : (["X-Client-Session-Id"] as const)),
    ...(policy.keepsAnswer && endpoint.method === "POST" ? (["Idempotency-Key"] as const) : []),
    "X-Request-Id"
  ]
  return [
    ...own,
    ...brought
      .filter((name) => !own.some((one) => one["name"] === name && one["in"] === "header"))
      .map((name) => known[name])
  ]
}
