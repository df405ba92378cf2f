import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { limits } from "../../../domain/Limits.ts"
import { RequirementsChange, RequirementsDocument } from "../../../domain/requirements/RequirementsDocument.ts"
import { inProject, type PolicyShape, told } from "../../errors/Policy.ts"
import { projectId, requirementsId } from "../common/Parameters.ts"
import { word } from "../common/Word.ts"

const reads = inProject("models", "libraries:read", "User", { malformedIdentifier: 400 })
const writes = (more: Partial<PolicyShape> = {}) =>
  inProject("models", "libraries:write", "Contributor", { malformedIdentifier: 400, ...more })

/** A document as it is sent. */
interface SentFile {
  readonly kind: "xml"
  readonly bytes: Uint8Array
}

const isFile = (value: unknown): value is SentFile => typeof value === "object" && value !== null && "kind" in value

const SentFile = Schema.declare(isFile).annotations({
  jsonSchema: { type: "string", format: "binary", description: "The bytes of an .ids file" }
})

const isChange = (value: unknown): value is SentFile | RequirementsChange => typeof value === "object" && value !== null

/** The settings of a document, or another file for it. */
const SentChange = Schema.transform(RequirementsChange, Schema.declare(isChange), {
  strict: true,
  decode: (change) => change,
  encode: (sent) => ("kind" in sent ? {} : sent)
})

const file = { takesBytes: ["xml"], mostBodyBytes: limits.requirementsBytes.most } as const

/** Documents of requirements of a project. Contract section 17. */
export class RequirementsApi extends HttpApiGroup.make("requirements")
  .add(
    HttpApiEndpoint.get("listRequirements")`/v1/projects/${projectId}/requirements`
      .addSuccess(
        Schema.Struct({ requirements: Schema.Array(RequirementsDocument) }).annotations({
          identifier: "ListRequirementsAnswer"
        })
      )
      .annotateContext(told(reads, "List the documents of requirements", "Ordered by creation."))
  )
  .add(
    HttpApiEndpoint.post("createRequirements")`/v1/projects/${projectId}/requirements`
      .setPayload(SentFile)
      .addSuccess(RequirementsDocument, { status: 201 })
      .annotateContext(told(writes({ ...file, takesJson: false, keepsAnswer: true }), "Add a document of requirements"))
      .annotate(
        OpenApi.Description,
        "The body is an .ids file of buildingSMART's Information Delivery Specification 1.0. Returns 400 with the line and the reason if the file does not match the schema, has a DOCTYPE, or contains a pattern that cannot be read."
      )
  )
  .add(
    HttpApiEndpoint.get("readRequirements")`/v1/projects/${projectId}/requirements/${requirementsId}`
      .setUrlParams(Schema.Struct({ format: word(["ids"], "`ids` returns the uploaded file, byte for byte") }))
      .addSuccess(RequirementsDocument)
      .annotateContext(told(reads, "Read a document of requirements"))
  )
  .add(
    HttpApiEndpoint.put("changeRequirements")`/v1/projects/${projectId}/requirements/${requirementsId}`
      .setPayload(SentChange)
      .addSuccess(RequirementsDocument)
      .annotateContext(told(writes(file), "Change a document of requirements"))
      .annotate(
        OpenApi.Description,
        "An .ids file replaces the document, which keeps its id. JSON changes which models are checked automatically; an absent member keeps its value."
      )
  )
  .add(
    HttpApiEndpoint.del("deleteRequirements")`/v1/projects/${projectId}/requirements/${requirementsId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(writes(), "Delete a document of requirements", "The results of earlier checks are kept."))
  )
  .annotate(
    OpenApi.Description,
    "Requirements for the models of a project, as documents of the Information Delivery Specification (IDS) 1.0."
  ) {}
