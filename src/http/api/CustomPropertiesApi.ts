import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
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
const PropertyLibrary = Schema.Struct({
  libraryId: Schema.Int,
  sets: Schema.Array(PropertySet)
}).annotations({ identifier: "PropertyLibrary" })

/** Custom property sets and their definitions. */
export class CustomPropertiesApi extends HttpApiGroup.make("customProperties")
  .add(
    HttpApiEndpoint.get("readPropertyLibrary", base)
      .setPath(inPath)
      .addSuccess(PropertyLibrary)
      .annotate(Policy, reads)
      .annotate(OpenApi.Summary, "List the custom property sets of a project with their definitions")
  )
  .add(
    HttpApiEndpoint.get("readPropertyDefinition", `${base}/property-definitions/:propertyDefinitionGuid`)
      .setPath(Schema.Struct({ projectId: ProjectId, propertyDefinitionGuid: Uuid }))
      .addSuccess(PropertyDefinition)
      .annotate(Policy, reads)
      .annotate(OpenApi.Summary, "Read a property definition")
      .annotate(
        OpenApi.Description,
        "By the PropertyId of a product query. One that only a file brought has `id: null`."
      )
  )
  .add(
    HttpApiEndpoint.post("createPropertySet", `${base}/property-sets`)
      .setPath(inPath)
      .setPayload(PropertySetDraft)
      .addSuccess(PropertySet, { status: 201 })
      .annotate(Policy, writes({ keepsAnswer: true }))
      .annotate(OpenApi.Summary, "Create a property set")
      .annotate(
        OpenApi.Description,
        "Its definitions are created with it, all or none. Names of sets are unique in a project."
      )
  )
  .add(
    HttpApiEndpoint.put("changePropertySet", `${base}/property-sets/:propertySetId`)
      .setPath(setPath)
      .setPayload(PropertySetChange)
      .addSuccess(PropertySet)
      .annotate(Policy, writes())
      .annotate(OpenApi.Summary, "Change a property set")
      .annotate(OpenApi.Description, "`propertyDefinitions` adds and updates by name and never removes.")
  )
  .add(
    HttpApiEndpoint.del("deletePropertySet", `${base}/property-sets/:propertySetId`)
      .setPath(setPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, deletes)
      .annotate(OpenApi.Summary, "Delete a property set")
      .annotate(OpenApi.Description, "Its definitions go along.")
  )
  .add(
    HttpApiEndpoint.post("createPropertyDefinition", `${base}/property-sets/:propertySetId/property`)
      .setPath(setPath)
      .setPayload(PropertyDefinitionDraft)
      .addSuccess(PropertyDefinition, { status: 201 })
      .annotate(Policy, writes({ keepsAnswer: true }))
      .annotate(OpenApi.Summary, "Add a property definition to a set")
      .annotate(OpenApi.Description, "An Enumeration needs `enumerationValues`, other types refuse them.")
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
      .annotate(OpenApi.Summary, "Change a property definition")
      .annotate(OpenApi.Description, "No value is touched; new ones must fit.")
  )
  .add(
    HttpApiEndpoint.del(
      "deletePropertyDefinition",
      `${base}/property-sets/:propertySetId/property/:propertyDefinitionId`
    )
      .setPath(definitionPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, deletes)
      .annotate(OpenApi.Summary, "Delete a property definition")
      .annotate(OpenApi.Description, "Values that users set go along; what the file says shows again.")
  )
  .annotate(OpenApi.Description, "Property sets of the project's own, and the definitions in them.") {}
