import { Schema } from "effect"
import { OperationView } from "../api/OperationsApi.ts"

const RequestIdText = Schema.String.annotations({ description: "The same as in the header X-Request-Id" })

/** The first of the two layouts of error bodies (contract section 10). */
const ErrorView = Schema.Struct({
  error: Schema.String.annotations({ description: "Code of the error, in PascalCase" }),
  errorDetails: Schema.String.annotations({ description: "One sentence for a person" }),
  requestId: RequestIdText
}).annotations({ identifier: "ErrorView" })

/** The second one (RFC 9457). */
const ProblemDetails = Schema.Struct({
  type: Schema.String.annotations({
    jsonSchema: {
      type: "string",
      pattern: "^urn:plinth:error:[a-z-]+$",
      description: "Code of the error, in kebab-case"
    }
  }),
  title: Schema.String.annotations({ description: "What kind of error it is" }),
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
  ).annotations({ description: "The faults of a body that fails validation" })
}).annotations({ identifier: "ProblemDetails" })

/** Schemas that answers use without their name, or that only tables tell of. */
export const additionalSchemas = [ErrorView, ProblemDetails, OperationView]

type JsonSchema = Readonly<Record<string, unknown>>

const scalar = { type: ["string", "number", "boolean", "null"] }
const integerText: JsonSchema = { type: "string", pattern: "^[1-9][0-9]{0,15}$", examples: ["42"] }

/** What a schema of ours checks in code, as far as JSON Schema can say it; by the name of the component. */
export const components: Readonly<Record<string, JsonSchema>> = {
  ProjectId: integerText,
  ModelId: integerText,
  VersionId: integerText,
  OperationId: { type: "string", format: "uuid" },
  Filter: {
    type: "object",
    required: ["property", "operator", "value"],
    properties: {
      property: { type: "string", description: "Name of a product field", examples: ["Pset_WallCommon.FireRating"] },
      operator: { type: "string", enum: ["Equals", "NotEquals", "In", "NotIn", "Contains"] },
      value: {
        description: "An array for In and NotIn, one value for the others",
        anyOf: [scalar, { type: "array", items: scalar }]
      }
    }
  },
  Filters: {
    description:
      "Conditions that all hold: a list of them, or a map from field to text, which means Contains. Absent, null and empty: every product.",
    anyOf: [
      { type: "array", maxItems: 100, items: { $ref: "#/components/schemas/Filter" } },
      { type: "object", additionalProperties: scalar },
      { type: "null" }
    ]
  },
  Calculator: { type: "string", enum: ["Count", "Length", "NetArea", "GrossArea", "NetVolume", "GrossVolume"] }
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Members that are required, although their schema leaves it to the place where they are checked. */
export const required: Readonly<Record<string, ReadonlyArray<string>>> = { QuantityQuery: ["calculators"] }

/** Members of bodies that are checked where they are used, by their name. */
export const members: Readonly<Record<string, JsonSchema>> = {
  filters: ref("Filters"),
  calculators: { type: "array", minItems: 1, items: ref("Calculator") }
}
