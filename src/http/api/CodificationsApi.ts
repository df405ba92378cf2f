import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import {
  Code,
  CodeChange,
  CodeDraft,
  CodificationLibrary,
  CodificationLibraryDraft,
  CodificationLibraryWithCodes
} from "../../domain/Codification.ts"
import { ProjectId, Uuid } from "../../domain/Identifier.ts"
import { inProject, Policy, type PolicyShape } from "./Policy.ts"

const path = Schema.Struct({ projectId: ProjectId })
const libraryPath = Schema.Struct({ projectId: ProjectId, libraryGuid: Uuid })
const codePath = Schema.Struct({ projectId: ProjectId, libraryGuid: Uuid, codificationGuid: Uuid })

const reading = inProject("codifications", "libraries:read", "User", { malformedIdentifier: 400 })
const readingCode = inProject("codeRead", "libraries:read", "User")
const writing = inProject("codifications", "libraries:write", "Contributor", { malformedIdentifier: 400 })
const creating: PolicyShape = { ...writing, keepsAnswer: true }
const deletingLibrary = inProject("codifications", "libraries:write", "Contributor")

/** The codification libraries of a project and the codes in them. */
export class CodificationsApi extends HttpApiGroup.make("codifications")
  .add(
    HttpApiEndpoint.get("listCodifications", "/v1/projects/:projectId/codifications")
      .setPath(path)
      .addSuccess(
        Schema.Struct({ codificationLibraries: Schema.Array(CodificationLibrary) }).annotations({
          identifier: "ListCodificationsAnswer"
        })
      )
      .annotate(Policy, reading)
      .annotate(OpenApi.Summary, "List the codification libraries of a project")
      .annotate(OpenApi.Description, "Without their codes.")
  )
  .add(
    HttpApiEndpoint.post("createCodification", "/v1/projects/:projectId/codifications")
      .setPath(path)
      .setPayload(CodificationLibraryDraft)
      .addSuccess(CodificationLibraryWithCodes, { status: 201 })
      .annotate(Policy, creating)
      .annotate(OpenApi.Summary, "Create a codification library")
  )
  .add(
    HttpApiEndpoint.get("readCodification", "/v1/projects/:projectId/codifications/:libraryGuid")
      .setPath(libraryPath)
      .addSuccess(CodificationLibraryWithCodes)
      .annotate(Policy, reading)
      .annotate(OpenApi.Summary, "Read a codification library with its codes")
      .annotate(OpenApi.Description, "Codes are in sort order.")
  )
  .add(
    HttpApiEndpoint.del("deleteCodification", "/v1/projects/:projectId/codifications/:libraryGuid")
      .setPath(libraryPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, deletingLibrary)
      .annotate(OpenApi.Summary, "Delete a codification library")
      .annotate(OpenApi.Description, "Its codes go along, and their assignments to products.")
  )
  .add(
    HttpApiEndpoint.post("createCode", "/v1/projects/:projectId/codifications/:libraryGuid/codification")
      .setPath(libraryPath)
      .setPayload(CodeDraft)
      .addSuccess(Code, { status: 201 })
      .annotate(Policy, creating)
      .annotate(OpenApi.Summary, "Create a code")
      .annotate(
        OpenApi.Description,
        "`identification` is unique in its library; `parentId` is the guid of the code above."
      )
  )
  .add(
    HttpApiEndpoint.get("readCode", "/v1/projects/:projectId/codifications/:libraryGuid/codification/:codificationGuid")
      .setPath(codePath)
      .addSuccess(Code)
      .annotate(Policy, readingCode)
      .annotate(OpenApi.Summary, "Read a code")
      .annotate(OpenApi.Description, "Resolves a guid of the Code field of a product.")
  )
  .add(
    HttpApiEndpoint.put(
      "changeCode",
      "/v1/projects/:projectId/codifications/:libraryGuid/codification/:codificationGuid"
    )
      .setPath(codePath)
      .setPayload(CodeChange)
      .addSuccess(Code)
      .annotate(Policy, writing)
      .annotate(OpenApi.Summary, "Change a code")
      .annotate(
        OpenApi.Description,
        'Absent and null keep the value; `""` clears the description and, as `parentId`, moves to the top.'
      )
  )
  .add(
    HttpApiEndpoint.del(
      "deleteCode",
      "/v1/projects/:projectId/codifications/:libraryGuid/codification/:codificationGuid"
    )
      .setPath(codePath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, writing)
      .annotate(OpenApi.Summary, "Delete a code")
      .annotate(OpenApi.Description, "The codes below it move up; its assignments are lost.")
  )
  .annotate(OpenApi.Description, "Classification libraries and their codes, which are assigned to products.") {}
