import type { PolicyShape } from "../errors/Policy.ts"

const printable = { type: "string", minLength: 1, maxLength: 128, pattern: "^[\\x20-\\x7e]+$" }

const text = { type: "string" }

// Headers that are ignored if malformed have an unrestricted schema.
const requestHeaders = {
  "X-Request-Id": {
    description:
      "The id of the request in answers and logs, if it has 1 to 128 printable ASCII characters. Otherwise the service makes one.",
    schema: text
  },
  "Idempotency-Key": {
    description:
      "A request with the same key, user, path and body within 24 hours returns the first answer again. It is refused if the body differs.",
    schema: printable
  },
  "X-Client-Session-Id": {
    description: "The caller's modification session on the model. The request renews it if it is active.",
    schema: text
  },
  NeededSession: {
    name: "X-Client-Session-Id",
    required: true,
    description:
      "The id that the client chose for the caller's modification session on the model. It may be absent if the service runs with implicit sessions.",
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
  "X-Request-Id": { description: "The id that the request carried, or one that the service made", schema: printable },
  Location: { description: "Absolute URL", schema: { type: "string", format: "uri" } },
  "WWW-Authenticate": {
    description: "RFC 6750; `resource_metadata` is the URL of RFC 9728",
    schema: { type: "string", examples: ['Bearer realm="plinth", resource_metadata="https://…"'] }
  },
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
