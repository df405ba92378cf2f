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
        "By the PropertyId of a product query. One that only a file brought has `id: null`."
      )
  )
  .add(
    HttpApiEndpoint.post("createPropertySet")`/v1/projects/${projectId}/customProperties/property-sets`
      .setPayload(PropertySetDraft)
      .addSuccess(PropertySet, { status: 201 })
      .annotateContext(told(writes({ keepsAnswer: true }), "Create a property set"))
      .annotate(
        OpenApi.Description,
        "Its definitions are created with it, all or none. Names of sets are unique in a project."
      )
  )
  .add(
    HttpApiEndpoint.put("changePropertySet")`/v1/projects/${projectId}/customProperties/property-sets/${propertySetId}`
      .setPayload(PropertySetChange)
      .addSuccess(PropertySet)
      .annotateContext(told(writes(), "Change a property set"))
      .annotate(OpenApi.Description, "`propertyDefinitions` adds and updates by name and never removes.")
  )
  .add(
    HttpApiEndpoint.del("deletePropertySet")`/v1/projects/${projectId}/customProperties/property-sets/${propertySetId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(deletes, "Delete a property set", "Its definitions go along."))
  )
  .add(
    HttpApiEndpoint.post(
      "createPropertyDefinition"
    )`/v1/projects/${projectId}/customProperties/property-sets/${propertySetId}/property`
      .setPayload(PropertyDefinitionDraft)
      .addSuccess(PropertyDefinition, { status: 201 })
      .annotateContext(told(writes({ keepsAnswer: true }), "Add a property definition to a set"))
      .annotate(OpenApi.Description, "An Enumeration needs `enumerationValues`, other types refuse them.")
  )
  .add(
    HttpApiEndpoint.put(
      "changePropertyDefinition"
    )`/v1/projects/${projectId}/customProperties/property-sets/${propertySetId}/property/${propertyDefinitionId}`
      .setPayload(PropertyDefinitionChange)
      .addSuccess(PropertyDefinition)
      .annotateContext(told(writes(), "Change a property definition", "No value is touched; new ones must fit."))
  )
  .add(
    HttpApiEndpoint.del(
      "deletePropertyDefinition"
    )`/v1/projects/${projectId}/customProperties/property-sets/${propertySetId}/property/${propertyDefinitionId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(deletes, "Delete a property definition"))
      .annotate(OpenApi.Description, "Values that users set go along; what the file says shows again.")
  )
  .annotate(OpenApi.Description, "Property sets of the project's own, and the definitions in them.") {}
