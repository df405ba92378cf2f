import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "@effect/platform"
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
      .addSuccess(Schema.Struct({ codificationLibraries: Schema.Array(CodificationLibrary) }))
      .annotate(Policy, reading)
  )
  .add(
    HttpApiEndpoint.post("createCodification", "/v1/projects/:projectId/codifications")
      .setPath(path)
      .setPayload(CodificationLibraryDraft)
      .addSuccess(CodificationLibraryWithCodes, { status: 201 })
      .annotate(Policy, creating)
  )
  .add(
    HttpApiEndpoint.get("readCodification", "/v1/projects/:projectId/codifications/:libraryGuid")
      .setPath(libraryPath)
      .addSuccess(CodificationLibraryWithCodes)
      .annotate(Policy, reading)
  )
  .add(
    HttpApiEndpoint.del("deleteCodification", "/v1/projects/:projectId/codifications/:libraryGuid")
      .setPath(libraryPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, deletingLibrary)
  )
  .add(
    HttpApiEndpoint.post("createCode", "/v1/projects/:projectId/codifications/:libraryGuid/codification")
      .setPath(libraryPath)
      .setPayload(CodeDraft)
      .addSuccess(Code, { status: 201 })
      .annotate(Policy, creating)
  )
  .add(
    HttpApiEndpoint.get("readCode", "/v1/projects/:projectId/codifications/:libraryGuid/codification/:codificationGuid")
      .setPath(codePath)
      .addSuccess(Code)
      .annotate(Policy, readingCode)
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
  )
  .add(
    HttpApiEndpoint.del(
      "deleteCode",
      "/v1/projects/:projectId/codifications/:libraryGuid/codification/:codificationGuid"
    )
      .setPath(codePath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, writing)
  ) {}
