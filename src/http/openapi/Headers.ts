import type { PolicyShape } from "../errors/Policy.ts"

const printable = { type: "string", minLength: 1, maxLength: 128, pattern: "^[\\x20-\\x7e]+$" }

const text = { type: "string" }

// Headers that are ignored if malformed have an unrestricted schema.
const requestHeaders = {
  "X-Request-Id": {
    description: "Names the request in answers and in the log where it is 1 to 128 printable ASCII; else ours does.",
    schema: text
  },
  "Idempotency-Key": {
    description:
      "The same key, user, path and body within 24 hours gives the first answer again; with another body it is refused.",
    schema: printable
  },
  "X-Client-Session-Id": {
    description: "The caller's modification session on the model, which this renews where it is active.",
    schema: text
  },
  NeededSession: {
    name: "X-Client-Session-Id",
    required: true,
    description:
      "The caller's modification session on the model, as the client has named it. Where the service runs with implicit sessions it may be absent.",
    schema: printable
  },
  SessionUnlessDryRun: {
    name: "X-Client-Session-Id",
    description:
      "The caller's modification session on the model. It is required unless `dryRun` is true or the service runs with implicit sessions.",
    schema: printable
  }
}

const answerHeaders = {
  "X-Request-Id": { description: "The request's, where it was one; else ours", schema: printable },
  Location: { description: "Absolute URL", schema: { type: "string", format: "uri" } },
  "WWW-Authenticate": { description: "RFC 6750", schema: { type: "string", examples: ['Bearer realm="plinth"'] } },
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 0 } }
}

/** Returns a reference to the description of a response header, under its name. */
export const header = (name: keyof typeof answerHeaders) => ({ [name]: { $ref: `#/components/headers/${name}` } })

const parameter = (name: keyof typeof requestHeaders) => ({ $ref: `#/components/parameters/${name}` })

const sessionParameter = (isNeeded: boolean, takesDryRun: boolean) =>
  isNeeded ? (takesDryRun ? "SessionUnlessDryRun" : "NeededSession") : "X-Client-Session-Id"

/** Returns the request headers that the policy of an endpoint allows. */
export const headerParameters = ({ keepsAnswer, session, takesDryRun }: PolicyShape) => [
  ...(session === "ignored" ? [] : [parameter(sessionParameter(session === "needed", takesDryRun))]),
  ...(keepsAnswer ? [parameter("Idempotency-Key")] : []),
  parameter("X-Request-Id")
]

/** The components of the document that all endpoints share: headers and security schemes. */
export const sharedComponents = {
  parameters: Object.fromEntries(
    Object.entries(requestHeaders).map(([name, header]) => [name, { name, in: "header", required: false, ...header }])
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
