import * as Schema from "effect/Schema"

const integerText = Schema.String.pipe(
  Schema.filter((text) => /^[1-9][0-9]{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER, {
    message: () => "not an integer from 1 to 9007199254740991",
    jsonSchema: { type: "string", pattern: "^[1-9][0-9]{0,15}$", examples: ["42"] }
  })
)

/** Integers from 1 to 2^53−1 that answers show as text (contract section 3). They are never reused after deletion. */
export const ProjectId = integerText.pipe(Schema.brand("ProjectId")).annotations({ identifier: "ProjectId" })
export type ProjectId = typeof ProjectId.Type

export const ModelId = integerText.pipe(Schema.brand("ModelId")).annotations({ identifier: "ModelId" })
export type ModelId = typeof ModelId.Type

/** A project version, model version or shared data version. */
export const VersionId = integerText.pipe(Schema.brand("VersionId")).annotations({ identifier: "VersionId" })
export type VersionId = typeof VersionId.Type

/** A lower-case UUID, accepted in any case. */
export const Uuid = Schema.transform(
  Schema.String,
  Schema.String.pipe(
    Schema.pattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
      message: () => "must be a UUID"
    })
  ),
  { strict: true, decode: (text) => text.toLowerCase(), encode: (text) => text }
)

export const OperationId = Uuid.pipe(Schema.brand("OperationId")).annotations({
  identifier: "OperationId",
  jsonSchema: { type: "string", format: "uuid" }
})
export type OperationId = typeof OperationId.Type

/** Identifies a token for programs; it is no secret. */
export const TokenId = Uuid.pipe(Schema.brand("TokenId")).annotations({
  identifier: "TokenId",
  jsonSchema: { type: "string", format: "uuid" }
})
export type TokenId = typeof TokenId.Type

/** Identifies an invitation to a project; it is no secret. */
export const InvitationId = Uuid.pipe(Schema.brand("InvitationId")).annotations({
  identifier: "InvitationId",
  jsonSchema: { type: "string", format: "uuid" }
})
export type InvitationId = typeof InvitationId.Type

export const WebhookId = Uuid.pipe(Schema.brand("WebhookId")).annotations({
  identifier: "WebhookId",
  jsonSchema: { type: "string", format: "uuid" }
})
export type WebhookId = typeof WebhookId.Type

/** Identifies the delivery of an event to a webhook, over all its tries. */
export const DeliveryId = Uuid.pipe(Schema.brand("DeliveryId")).annotations({
  identifier: "DeliveryId",
  jsonSchema: { type: "string", format: "uuid" }
})
export type DeliveryId = typeof DeliveryId.Type

const integer = Schema.transform(integerText, Schema.Int, { strict: true, decode: Number, encode: String })

/**
 * Integers that paths show as text and answers as numbers (contract section 3). They are never reused after deletion.
 */
export const PropertySetId = integer.pipe(Schema.brand("PropertySetId")).annotations({ identifier: "PropertySetId" })
export type PropertySetId = typeof PropertySetId.Type

export const PropertyDefinitionId = integer
  .pipe(Schema.brand("PropertyDefinitionId"))
  .annotations({ identifier: "PropertyDefinitionId" })
export type PropertyDefinitionId = typeof PropertyDefinitionId.Type

export const SavedQueryId = integer.pipe(Schema.brand("SavedQueryId")).annotations({ identifier: "SavedQueryId" })
export type SavedQueryId = typeof SavedQueryId.Type

export const RequirementsId = integer.pipe(Schema.brand("RequirementsId")).annotations({ identifier: "RequirementsId" })
export type RequirementsId = typeof RequirementsId.Type
