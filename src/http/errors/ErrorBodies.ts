import * as Schema from "effect/Schema"

const RequestIdText = Schema.String.annotations({ description: "The same as in the header X-Request-Id" })

/** The simple layout of error bodies (contract section 10). */
export const ErrorView = Schema.Struct({
  error: Schema.String.annotations({ description: "Code of the error, in PascalCase" }),
  errorDetails: Schema.String.annotations({ description: "One sentence for a person" }),
  requestId: RequestIdText
}).annotations({ identifier: "ErrorView" })

/** The layout of error bodies by RFC 9457. */
export const ProblemDetails = Schema.Struct({
  type: Schema.String.annotations({
    jsonSchema: {
      type: "string",
      pattern: "^urn:plinth:error:[a-z-]+$",
      description: "Code of the error, in kebab-case"
    }
  }),
  title: Schema.String.annotations({ description: "The kind of the error" }),
  status: Schema.Number.annotations({ jsonSchema: { type: "integer", description: "The status of the answer" } }),
  detail: Schema.String.annotations({ description: "One sentence for a person" }),
  instance: Schema.String.annotations({ description: "Path of the request" }),
  requestId: RequestIdText,
  errors: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        pointer: Schema.String.annotations({ description: "Place in the body (RFC 6901)" }),
        detail: Schema.String
      })
    ),
    { exact: true }
  ).annotations({ description: "The faults of a body that fails validation" }),
  message: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "The `detail` under the name of the BCF API, whose endpoints alone have it"
  }),
  error: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "The code of OAuth (RFC 6749, sections 4.1.2.1 and 5.2); the auth endpoints alone have it"
  }),
  error_description: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "The `detail` under the name of OAuth; the auth endpoints alone have it"
  })
}).annotations({ identifier: "ProblemDetails" })
