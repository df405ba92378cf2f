import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { ProjectId, PropertyDefinitionId, PropertySetId, Uuid } from "../../domain/Identifier.ts"
import {
  PropertyDefinition,
  PropertyDefinitionChange,
  PropertyDefinitionDraft
} from "../../domain/PropertyDefinition.ts"
import { PropertySet, PropertySetChange, PropertySetDraft } from "../../domain/PropertySet.ts"
import { inProject, Policy, type PolicyShape } from "./Policy.ts"

const base = "/v1/projects/:projectId/customProperties" as const
const inPath = Schema.Struct({ projectId: ProjectId })
const setPath = Schema.Struct({ projectId: ProjectId, propertySetId: PropertySetId })
const definitionPath = Schema.Struct({ ...setPath.fields, propertyDefinitionId: PropertyDefinitionId })

const reads = inProject("customProperties", "libraries:read", "User")
const writes = (more: Partial<PolicyShape> = {}) =>
  inProject("customProperties", "libraries:write", "Contributor", { malformedIdentifier: 400, ...more })
const deletes = writes({ malformedIdentifier: 404 })

/** The one library of a project. */
export const PropertyLibrary = Schema.Struct({
  libraryId: Schema.Int,
  sets: Schema.Array(PropertySet)
}).annotations({ identifier: "PropertyLibrary" })

/** Custom property sets and their definitions. */
export class CustomPropertiesApi extends HttpApiGroup.make("customProperties")
  .add(
    HttpApiEndpoint.get("readPropertyLibrary", base).setPath(inPath).addSuccess(PropertyLibrary).annotate(Policy, reads)
  )
  .add(
    HttpApiEndpoint.get("readPropertyDefinition", `${base}/property-definitions/:propertyDefinitionGuid`)
      .setPath(Schema.Struct({ projectId: ProjectId, propertyDefinitionGuid: Uuid }))
      .addSuccess(PropertyDefinition)
      .annotate(Policy, reads)
  )
  .add(
    HttpApiEndpoint.post("createPropertySet", `${base}/property-sets`)
      .setPath(inPath)
      .setPayload(PropertySetDraft)
      .addSuccess(PropertySet, { status: 201 })
      .annotate(Policy, writes({ keepsAnswer: true }))
  )
  .add(
    HttpApiEndpoint.put("changePropertySet", `${base}/property-sets/:propertySetId`)
      .setPath(setPath)
      .setPayload(PropertySetChange)
      .addSuccess(PropertySet)
      .annotate(Policy, writes())
  )
  .add(
    HttpApiEndpoint.del("deletePropertySet", `${base}/property-sets/:propertySetId`)
      .setPath(setPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, deletes)
  )
  .add(
    HttpApiEndpoint.post("createPropertyDefinition", `${base}/property-sets/:propertySetId/property`)
      .setPath(setPath)
      .setPayload(PropertyDefinitionDraft)
      .addSuccess(PropertyDefinition, { status: 201 })
      .annotate(Policy, writes({ keepsAnswer: true }))
  )
  .add(
    HttpApiEndpoint.put(
      "changePropertyDefinition",
      `${base}/property-sets/:propertySetId/property/:propertyDefinitionId`
    )
      .setPath(definitionPath)
      .setPayload(PropertyDefinitionChange)
      .addSuccess(PropertyDefinition)
      .annotate(Policy, writes())
  )
  .add(
    HttpApiEndpoint.del(
      "deletePropertyDefinition",
      `${base}/property-sets/:propertySetId/property/:propertyDefinitionId`
    )
      .setPath(definitionPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, deletes)
  ) {}
