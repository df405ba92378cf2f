import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Source } from "../../../domain/Source.ts"
import { operationFields } from "../operations/OperationsApi.ts"
import { modelId, operationId, projectId } from "../common/Parameters.ts"
import { onModel, told } from "../../errors/Policy.ts"

/** The operation of an export, and the source that it exports. */
export const ExportView = Schema.Struct({ ...operationFields, source: Source }).annotations({ identifier: "Export" })

/** Links to the file of an export and to its report, valid for seven days from this response. */
const ExportLinks = Schema.Struct({
  downloadUrl: Schema.String,
  reportUrl: Schema.String.annotations({
    description:
      "URL of a JSON report: the numbers of entities of each class that were `kept`, `changed`, `added` and `removed`, the number of edits that were `applied`, and the edits that were `notApplied` with their reasons"
  })
}).annotations({ identifier: "ExportLinks" })

/** IFC exports: start (M16) and result (M17). */
export class ExportsApi extends HttpApiGroup.make("exports")
  .add(
    HttpApiEndpoint.post("startExport")`/v1/projects/${projectId}/models/${modelId}/export-ifc`
      .addSuccess(ExportView, { status: 202 })
      .annotateContext(
        told(onModel("models:read", "Viewer", { keepsAnswer: true, isHeavy: true }), "Start an IFC export")
      )
      .annotate(
        OpenApi.Description,
        "Exports the latest public version: the uploaded file with the published changes written into it. Everything else stays byte for byte as it was. Poll the operation at `Location`, then get its result."
      )
  )
  .add(
    HttpApiEndpoint.get("exportResult")`/v1/projects/${projectId}/models/${modelId}/export-ifc/${operationId}/result`
      .addSuccess(ExportLinks, { status: 302 })
      .annotateContext(told(onModel("models:read", "Viewer"), "Get the result of an IFC export"))
      .annotate(
        OpenApi.Description,
        "Redirects to the file. With `Prefer: return=representation` the status is 200 with the same body, which scripts in browsers need. Returns 400 if the operation is not Ready or has failed."
      )
  )
  .annotate(OpenApi.Description, "IFC files with the published changes, made in the background.") {}
