import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import {
  PropertyDefinition,
  PropertyDefinitionChange,
  PropertyDefinitionDraft
} from "../../../domain/libraries/PropertyDefinition.ts"
import { PropertySet, PropertySetChange, PropertySetDraft } from "../../../domain/libraries/PropertySet.ts"
import { projectId, propertyDefinitionGuid, propertyDefinitionId, propertySetId } from "../common/Parameters.ts"
import { inProject, type PolicyShape, told } from "../../errors/Policy.ts"

const reads = inProject("customProperties", "libraries:read", "User")
const writes = (more: Partial<PolicyShape> = {}) =>
  inProject("customProperties", "libraries:write", "Contributor", { malformedIdentifier: 400, ...more })
const deletes = writes({ malformedIdentifier: 404 })

/** The property library of a project; each project has one. */
const PropertyLibrary = Schema.Struct({
  libraryId: Schema.Int,
  sets: Schema.Array(PropertySet)
}).annotations({ identifier: "PropertyLibrary" })

/** Custom property sets and their definitions. */
export class CustomPropertiesApi extends HttpApiGroup.make("customProperties")
  .add(
    HttpApiEndpoint.get("readPropertyLibrary")`/v1/projects/${projectId}/customProperties`
      .addSuccess(PropertyLibrary)
      .annotateContext(told(reads, "List the custom property sets of a project with their definitions"))
  )
  .add(
    HttpApiEndpoint.get(
      "readPropertyDefinition"
    )`/v1/projects/${projectId}/customProperties/property-definitions/${propertyDefinitionGuid}`
      .addSuccess(PropertyDefinition)
      .annotateContext(told(reads, "Read a property definition"))
      .annotate(
        OpenApi.Description,
        "The id is the PropertyId in the answer of a product query. A definition that comes only from a file has `id: null`."
      )
  )
  .add(
    HttpApiEndpoint.post("createPropertySet")`/v1/projects/${projectId}/customProperties/property-sets`
      .setPayload(PropertySetDraft)
      .addSuccess(PropertySet, { status: 201 })
      .annotateContext(told(writes({ keepsAnswer: true }), "Create a property set"))
      .annotate(
        OpenApi.Description,
        "Either the set and all its definitions are created, or nothing is. Names of sets are unique in a project."
      )
  )
  .add(
    HttpApiEndpoint.put("changePropertySet")`/v1/projects/${projectId}/customProperties/property-sets/${propertySetId}`
      .setPayload(PropertySetChange)
      .addSuccess(PropertySet)
      .annotateContext(told(writes(), "Change a property set"))
      .annotate(
        OpenApi.Description,
        "`propertyDefinitions` adds definitions and updates existing ones by name. It removes none."
      )
  )
  .add(
    HttpApiEndpoint.del("deletePropertySet")`/v1/projects/${projectId}/customProperties/property-sets/${propertySetId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(deletes, "Delete a property set", "Its definitions are deleted with it."))
  )
  .add(
    HttpApiEndpoint.post(
      "createPropertyDefinition"
    )`/v1/projects/${projectId}/customProperties/property-sets/${propertySetId}/property`
      .setPayload(PropertyDefinitionDraft)
      .addSuccess(PropertyDefinition, { status: 201 })
      .annotateContext(told(writes({ keepsAnswer: true }), "Add a property definition to a set"))
      .annotate(OpenApi.Description, "`enumerationValues` is required for an Enumeration and refused for other types.")
  )
  .add(
    HttpApiEndpoint.put(
      "changePropertyDefinition"
    )`/v1/projects/${projectId}/customProperties/property-sets/${propertySetId}/property/${propertyDefinitionId}`
      .setPayload(PropertyDefinitionChange)
      .addSuccess(PropertyDefinition)
      .annotateContext(
        told(
          writes(),
          "Change a property definition",
          "Existing values stay as they are. New values must match the changed definition."
        )
      )
  )
  .add(
    HttpApiEndpoint.del(
      "deletePropertyDefinition"
    )`/v1/projects/${projectId}/customProperties/property-sets/${propertySetId}/property/${propertyDefinitionId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(deletes, "Delete a property definition"))
      .annotate(
        OpenApi.Description,
        "The values that users set are deleted with it. The values of the file become visible again."
      )
  )
  .annotate(OpenApi.Description, "The custom property sets of a project and their definitions.") {}
