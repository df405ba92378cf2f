import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import { GlobalId } from "../../../domain/GlobalId.ts"
import * as Identifier from "../../../domain/Identifier.ts"
import { UserId } from "../../../domain/Principal.ts"

// Path parameters. Their names are the members of a decoded path.
export const projectId = HttpApiSchema.param("projectId", Identifier.ProjectId)
export const modelId = HttpApiSchema.param("modelId", Identifier.ModelId)
export const modelVersionId = HttpApiSchema.param("modelVersionId", Identifier.VersionId)
export const productId = HttpApiSchema.param("productId", GlobalId)
export const operationId = HttpApiSchema.param("operationId", Identifier.OperationId)
export const userId = HttpApiSchema.param("userId", UserId)
export const libraryGuid = HttpApiSchema.param("libraryGuid", Identifier.Uuid)
export const codificationGuid = HttpApiSchema.param("codificationGuid", Identifier.Uuid)
export const materialGuid = HttpApiSchema.param("materialGuid", Identifier.Uuid)
export const locationGuid = HttpApiSchema.param("locationGuid", GlobalId)
export const propertySetId = HttpApiSchema.param("propertySetId", Identifier.PropertySetId)
export const propertyDefinitionId = HttpApiSchema.param("propertyDefinitionId", Identifier.PropertyDefinitionId)
export const propertyDefinitionGuid = HttpApiSchema.param("propertyDefinitionGuid", Identifier.Uuid)
export const queryId = HttpApiSchema.param("queryId", Identifier.SavedQueryId)
export const tokenId = HttpApiSchema.param("tokenId", Identifier.TokenId)
export const invitationId = HttpApiSchema.param("invitationId", Identifier.InvitationId)
export const secret = HttpApiSchema.param("secret", Schema.String)
export const webhookId = HttpApiSchema.param("webhookId", Identifier.WebhookId)
export const deliveryId = HttpApiSchema.param("deliveryId", Identifier.DeliveryId)
export const ticket = HttpApiSchema.param("ticket", Schema.String)
export const fileName = HttpApiSchema.param("fileName", Schema.String)
