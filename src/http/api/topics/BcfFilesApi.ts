import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { limits } from "../../../domain/Limits.ts"
import { inProject, told } from "../../errors/Policy.ts"
import { SentFile } from "../common/SentFile.ts"
import { projectId } from "../common/Parameters.ts"
import { word } from "../common/Word.ts"

const Brought = Schema.Struct({
  created: Schema.Int.annotations({ description: "Number of new topics" }),
  changed: Schema.Int.annotations({ description: "Number of topics that were there already" })
}).annotations({ identifier: "BroughtTopics" })

/** Topics of a project as BCF files. Contract section 18. */
export class BcfFilesApi extends HttpApiGroup.make("bcfFiles")
  .add(
    HttpApiEndpoint.get("exportTopics")`/v1/projects/${projectId}/topics.bcfzip`
      .setUrlParams(Schema.Struct({ version: word(["2.1", "3.0"], "The version of BCF, 3.0 if absent") }))
      .addSuccess(Schema.Unknown)
      .annotateContext(
        told(
          inProject("topics", "models:read", "User", { malformedIdentifier: 400, refusals: [] }),
          "Export the topics of a project as a BCF file"
        )
      )
      .annotate(OpenApi.Override, {
        responses: {
          200: {
            description: "A .bcfzip",
            content: { "*/*": { schema: { type: "string", format: "binary" } } }
          }
        }
      })
      .annotate(
        OpenApi.Description,
        "The files are valid by the schemas of the version. Elements of an imported file that the service does not know, which the schemas refuse, are kept in processing instructions at their place."
      )
  )
  .add(
    HttpApiEndpoint.post("importTopics")`/v1/projects/${projectId}/topics.bcfzip`
      .setPayload(SentFile)
      .addSuccess(Brought, { status: 201 })
      .annotateContext(
        told(
          inProject("topics", "models:write", "User", {
            malformedIdentifier: 400,
            refusals: [409],
            takesBytes: ["octets"],
            takesJson: false,
            keepsAnswer: true,
            mostBodyBytes: limits.bcfBytes.most
          }),
          "Import a BCF file"
        )
      )
      .annotate(
        OpenApi.Description,
        "The body is a .bcfzip of version 2.1 or 3.0. Guids are kept, so that existing topics are updated; unknown content is kept and exported again, elements in processing instructions. Authors and dates are those of the file."
      )
  )
  .annotate(OpenApi.Description, "Topics as files of the BIM Collaboration Format, for other programs.") {}
