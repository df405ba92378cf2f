import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "@effect/platform"
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
export const MaterialLibraries = Schema.Struct({
  materialProperties: Schema.Array(MaterialLibrary)
}).annotations({ identifier: "MaterialLibraries" })

/** Material libraries and the materials in them. */
export class MaterialsApi extends HttpApiGroup.make("materials")
  .add(
    HttpApiEndpoint.get("listMaterialLibraries", base)
      .setPath(inPath)
      .addSuccess(MaterialLibraries)
      .annotate(Policy, inProject("materialList", "libraries:read", "User", { malformedIdentifier: 400 }))
  )
  .add(
    HttpApiEndpoint.post("createMaterialLibrary", base)
      .setPath(inPath)
      .setPayload(MaterialLibraryDraft)
      .addSuccess(MaterialLibrary, { status: 201 })
      .annotate(Policy, writes({ keepsAnswer: true }))
  )
  .add(
    HttpApiEndpoint.get("readMaterialLibrary", `${base}/:libraryGuid`)
      .setPath(libraryPath)
      .addSuccess(MaterialLibrary)
      .annotate(Policy, inProject("materials", "libraries:read", "User"))
  )
  .add(
    HttpApiEndpoint.del("deleteMaterialLibrary", `${base}/:libraryGuid`)
      .setPath(libraryPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, deletes)
  )
  .add(
    HttpApiEndpoint.post("createMaterial", `${base}/:libraryGuid/materials`)
      .setPath(libraryPath)
      .setPayload(MaterialDraft)
      .addSuccess(Material, { status: 201 })
      .annotate(Policy, writes({ keepsAnswer: true }))
  )
  .add(
    HttpApiEndpoint.get("readMaterial", `${base}/:libraryGuid/materials/:materialGuid`)
      .setPath(materialPath)
      .addSuccess(Material)
      .annotate(Policy, inProject("materialRead", "libraries:read", "User"))
  )
  .add(
    HttpApiEndpoint.put("changeMaterial", `${base}/:libraryGuid/materials/:materialGuid`)
      .setPath(materialPath)
      .setPayload(MaterialChange)
      .addSuccess(Material)
      .annotate(Policy, writes())
  )
  .add(
    HttpApiEndpoint.del("deleteMaterial", `${base}/:libraryGuid/materials/:materialGuid`)
      .setPath(materialPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, deletes)
  ) {}
