import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import {
  Material,
  MaterialChange,
  MaterialDraft,
  MaterialLibrary,
  MaterialLibraryDraft
} from "../../../domain/libraries/Material.ts"
import { libraryGuid, materialGuid, projectId } from "../common/Parameters.ts"
import { inProject, type PolicyShape, told } from "../../errors/Policy.ts"

const lists = inProject("materialList", "libraries:read", "User", { malformedIdentifier: 400 })
const reads = inProject("materials", "libraries:read", "User")
const writes = (more: Partial<PolicyShape> = {}) =>
  inProject("materials", "libraries:write", "Contributor", { malformedIdentifier: 400, ...more })
const deletes = writes({ malformedIdentifier: 404 })

/** All material libraries of a project. */
const MaterialLibraries = Schema.Struct({
  materialProperties: Schema.Array(MaterialLibrary)
}).annotations({ identifier: "MaterialLibraries" })

/** Material libraries and the materials in them. */
export class MaterialsApi extends HttpApiGroup.make("materials")
  .add(
    HttpApiEndpoint.get("listMaterialLibraries")`/v1/projects/${projectId}/material-libraries`
      .addSuccess(MaterialLibraries)
      .annotateContext(told(lists, "List the material libraries of a project"))
      .annotate(OpenApi.Description, "`properties` contains one list for each material of the library.")
  )
  .add(
    HttpApiEndpoint.post("createMaterialLibrary")`/v1/projects/${projectId}/material-libraries`
      .setPayload(MaterialLibraryDraft)
      .addSuccess(MaterialLibrary, { status: 201 })
      .annotateContext(told(writes({ keepsAnswer: true }), "Create a material library"))
  )
  .add(
    HttpApiEndpoint.get("readMaterialLibrary")`/v1/projects/${projectId}/material-libraries/${libraryGuid}`
      .addSuccess(MaterialLibrary)
      .annotateContext(told(reads, "Read a material library with its materials"))
  )
  .add(
    HttpApiEndpoint.del("deleteMaterialLibrary")`/v1/projects/${projectId}/material-libraries/${libraryGuid}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(
        told(deletes, "Delete a material library", "Its materials are deleted with it. This cannot be undone.")
      )
  )
  .add(
    HttpApiEndpoint.post("createMaterial")`/v1/projects/${projectId}/material-libraries/${libraryGuid}/materials`
      .setPayload(MaterialDraft)
      .addSuccess(Material, { status: 201 })
      .annotateContext(told(writes({ keepsAnswer: true }), "Create a material"))
  )
  .add(
    HttpApiEndpoint.get(
      "readMaterial"
    )`/v1/projects/${projectId}/material-libraries/${libraryGuid}/materials/${materialGuid}`
      .addSuccess(Material)
      .annotateContext(told(inProject("materialRead", "libraries:read", "User"), "Read a material"))
      .annotate(OpenApi.Description, "The id is the MaterialId in the answer of a product query.")
  )
  .add(
    HttpApiEndpoint.put(
      "changeMaterial"
    )`/v1/projects/${projectId}/material-libraries/${libraryGuid}/materials/${materialGuid}`
      .setPayload(MaterialChange)
      .addSuccess(Material)
      .annotateContext(told(writes(), "Change a material"))
      .annotate(OpenApi.Description, "An absent member keeps its value; null clears an optional one.")
  )
  .add(
    HttpApiEndpoint.del(
      "deleteMaterial"
    )`/v1/projects/${projectId}/material-libraries/${libraryGuid}/materials/${materialGuid}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(deletes, "Delete a material", "Its assignments to products are deleted with it."))
  )
  .annotate(OpenApi.Description, "Material libraries and their materials, which are assigned to products.") {}
