import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { ProjectId, Uuid } from "../../domain/Identifier.ts"
import {
  Material,
  MaterialChange,
  MaterialDraft,
  MaterialLibrary,
  MaterialLibraryDraft
} from "../../domain/Material.ts"
import { inProject, Policy, type PolicyShape } from "./Policy.ts"

const base = "/v1/projects/:projectId/material-libraries" as const
const inPath = Schema.Struct({ projectId: ProjectId })
const libraryPath = Schema.Struct({ projectId: ProjectId, libraryGuid: Uuid })
const materialPath = Schema.Struct({ ...libraryPath.fields, materialGuid: Uuid })

const writes = (more: Partial<PolicyShape> = {}) =>
  inProject("materials", "libraries:write", "Contributor", { malformedIdentifier: 400, ...more })
const deletes = writes({ malformedIdentifier: 404 })

/** Every library of a project. */
const MaterialLibraries = Schema.Struct({
  materialProperties: Schema.Array(MaterialLibrary)
}).annotations({ identifier: "MaterialLibraries" })

/** Material libraries and the materials in them. */
export class MaterialsApi extends HttpApiGroup.make("materials")
  .add(
    HttpApiEndpoint.get("listMaterialLibraries", base)
      .setPath(inPath)
      .addSuccess(MaterialLibraries)
      .annotate(Policy, inProject("materialList", "libraries:read", "User", { malformedIdentifier: 400 }))
      .annotate(OpenApi.Summary, "List the material libraries of a project")
      .annotate(OpenApi.Description, "`properties` has one list for each material of the library.")
  )
  .add(
    HttpApiEndpoint.post("createMaterialLibrary", base)
      .setPath(inPath)
      .setPayload(MaterialLibraryDraft)
      .addSuccess(MaterialLibrary, { status: 201 })
      .annotate(Policy, writes({ keepsAnswer: true }))
      .annotate(OpenApi.Summary, "Create a material library")
  )
  .add(
    HttpApiEndpoint.get("readMaterialLibrary", `${base}/:libraryGuid`)
      .setPath(libraryPath)
      .addSuccess(MaterialLibrary)
      .annotate(Policy, inProject("materials", "libraries:read", "User"))
      .annotate(OpenApi.Summary, "Read a material library with its materials")
  )
  .add(
    HttpApiEndpoint.del("deleteMaterialLibrary", `${base}/:libraryGuid`)
      .setPath(libraryPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, deletes)
      .annotate(OpenApi.Summary, "Delete a material library")
      .annotate(OpenApi.Description, "Its materials go along. This cannot be undone.")
  )
  .add(
    HttpApiEndpoint.post("createMaterial", `${base}/:libraryGuid/materials`)
      .setPath(libraryPath)
      .setPayload(MaterialDraft)
      .addSuccess(Material, { status: 201 })
      .annotate(Policy, writes({ keepsAnswer: true }))
      .annotate(OpenApi.Summary, "Create a material")
  )
  .add(
    HttpApiEndpoint.get("readMaterial", `${base}/:libraryGuid/materials/:materialGuid`)
      .setPath(materialPath)
      .addSuccess(Material)
      .annotate(Policy, inProject("materialRead", "libraries:read", "User"))
      .annotate(OpenApi.Summary, "Read a material")
      .annotate(OpenApi.Description, "Resolves a MaterialId of a product query.")
  )
  .add(
    HttpApiEndpoint.put("changeMaterial", `${base}/:libraryGuid/materials/:materialGuid`)
      .setPath(materialPath)
      .setPayload(MaterialChange)
      .addSuccess(Material)
      .annotate(Policy, writes())
      .annotate(OpenApi.Summary, "Change a material")
      .annotate(OpenApi.Description, "An absent member keeps its value; null clears an optional one.")
  )
  .add(
    HttpApiEndpoint.del("deleteMaterial", `${base}/:libraryGuid/materials/:materialGuid`)
      .setPath(materialPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, deletes)
      .annotate(OpenApi.Summary, "Delete a material")
      .annotate(OpenApi.Description, "Its assignments to products are lost.")
  )
  .annotate(OpenApi.Description, "Material libraries and their materials, which are assigned to products.") {}
