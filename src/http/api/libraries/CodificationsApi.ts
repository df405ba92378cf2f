import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import {
  Code,
  CodeChange,
  CodeDraft,
  CodificationLibrary,
  CodificationLibraryDraft,
  CodificationLibraryWithCodes
} from "../../../domain/libraries/Codification.ts"
import { codificationGuid, libraryGuid, projectId } from "../common/Parameters.ts"
import { inProject, type PolicyShape, told } from "../../errors/Policy.ts"

const reading = inProject("codifications", "libraries:read", "User", { malformedIdentifier: 400 })
const readingCode = inProject("codeRead", "libraries:read", "User")
const writing = inProject("codifications", "libraries:write", "Contributor", { malformedIdentifier: 400 })
const creating: PolicyShape = { ...writing, keepsAnswer: true }
const deletingLibrary = inProject("codifications", "libraries:write", "Contributor")

/** The codification libraries of a project and the codes in them. */
export class CodificationsApi extends HttpApiGroup.make("codifications")
  .add(
    HttpApiEndpoint.get("listCodifications")`/v1/projects/${projectId}/codifications`
      .addSuccess(
        Schema.Struct({ codificationLibraries: Schema.Array(CodificationLibrary) }).annotations({
          identifier: "ListCodificationsAnswer"
        })
      )
      .annotateContext(
        told(reading, "List the codification libraries of a project", "Lists the libraries without their codes.")
      )
  )
  .add(
    HttpApiEndpoint.post("createCodification")`/v1/projects/${projectId}/codifications`
      .setPayload(CodificationLibraryDraft)
      .addSuccess(CodificationLibraryWithCodes, { status: 201 })
      .annotateContext(told(creating, "Create a codification library"))
  )
  .add(
    HttpApiEndpoint.get("readCodification")`/v1/projects/${projectId}/codifications/${libraryGuid}`
      .addSuccess(CodificationLibraryWithCodes)
      .annotateContext(told(reading, "Read a codification library with its codes", "The codes are sorted."))
  )
  .add(
    HttpApiEndpoint.del("deleteCodification")`/v1/projects/${projectId}/codifications/${libraryGuid}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(deletingLibrary, "Delete a codification library"))
      .annotate(OpenApi.Description, "The codes of the library and their assignments to products are deleted with it.")
  )
  .add(
    HttpApiEndpoint.post("createCode")`/v1/projects/${projectId}/codifications/${libraryGuid}/codification`
      .setPayload(CodeDraft)
      .addSuccess(Code, { status: 201 })
      .annotateContext(told(creating, "Create a code"))
      .annotate(
        OpenApi.Description,
        "`identification` is unique in its library; `parentId` is the guid of the parent code."
      )
  )
  .add(
    HttpApiEndpoint.get(
      "readCode"
    )`/v1/projects/${projectId}/codifications/${libraryGuid}/codification/${codificationGuid}`
      .addSuccess(Code)
      .annotateContext(told(readingCode, "Read a code", "Resolves a guid of the Code field of a product."))
  )
  .add(
    HttpApiEndpoint.put(
      "changeCode"
    )`/v1/projects/${projectId}/codifications/${libraryGuid}/codification/${codificationGuid}`
      .setPayload(CodeChange)
      .addSuccess(Code)
      .annotateContext(told(writing, "Change a code"))
      .annotate(
        OpenApi.Description,
        'An absent or null member keeps its value. `""` clears the description and, as `parentId`, moves the code to the top level.'
      )
  )
  .add(
    HttpApiEndpoint.del(
      "deleteCode"
    )`/v1/projects/${projectId}/codifications/${libraryGuid}/codification/${codificationGuid}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(
        told(writing, "Delete a code", "The codes below it move up one level. Its assignments to products are deleted.")
      )
  )
  .annotate(OpenApi.Description, "Classification libraries and their codes, which are assigned to products.") {}
