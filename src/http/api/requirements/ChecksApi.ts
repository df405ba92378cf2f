import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { RequirementsId } from "../../../domain/Identifier.ts"
import { Check } from "../../../domain/requirements/Check.ts"
import { onModel, told } from "../../errors/Policy.ts"
import { paged, Paging } from "../common/Paging.ts"
import { modelId, operationId, projectId } from "../common/Parameters.ts"
import { OperationView } from "../operations/OperationsApi.ts"

const CheckRequest = Schema.Struct({
  requirementsId: Schema.typeSchema(RequirementsId)
}).annotations({ identifier: "CheckRequest" })

/** Links to the results of a check, valid for seven days from this response. */
const CheckLinks = Schema.Struct({
  downloadUrl: Schema.String.annotations({
    description:
      "URL of the result as JSON: specifications with their requirements, at most 1,000 failures each, and `topicGuid`, the topic of `bcfUrl` about them"
  }),
  csvUrl: Schema.String.annotations({ description: "URL of a CSV file with every failure" }),
  bcfUrl: Schema.String.annotations({
    description: "URL of a BCF 3.0 file with a topic for each requirement that is not met"
  })
}).annotations({ identifier: "CheckLinks" })

const reads = (more: { readonly keepsAnswer?: boolean; readonly isHeavy?: boolean } = {}) =>
  onModel("models:read", "Viewer", more)

/** Checks of a model against documents of requirements. Contract section 17. */
export class ChecksApi extends HttpApiGroup.make("checks")
  .add(
    HttpApiEndpoint.post("startCheck")`/v1/projects/${projectId}/models/${modelId}/checks`
      .setPayload(CheckRequest)
      .addSuccess(OperationView, { status: 202 })
      .annotateContext(told(reads({ keepsAnswer: true, isHeavy: true }), "Check a model against requirements"))
      .annotate(
        OpenApi.Description,
        "Checks the file that an export of the caller's own view would give, unpublished changes included, against a document of the project. Poll the operation at `Location`, then get its result."
      )
  )
  .add(
    HttpApiEndpoint.get("listChecks")`/v1/projects/${projectId}/models/${modelId}/checks`
      .setUrlParams(Paging)
      .addSuccess(Schema.Struct({ checks: Schema.Array(Check), ...paged }).annotations({ identifier: "ChecksPage" }))
      .annotateContext(told(reads(), "List the checks of a model"))
      .annotate(OpenApi.Description, "Lists, newest first, the caller's own checks and the automatic ones.")
  )
  .add(
    HttpApiEndpoint.get("checkResult")`/v1/projects/${projectId}/models/${modelId}/checks/${operationId}/result`
      .addSuccess(CheckLinks)
      .annotateContext(told(reads(), "Get the result of a check"))
      .annotate(OpenApi.Description, "Returns 400 if the operation is not Ready or has failed.")
  )
  .annotate(OpenApi.Description, "Checks of models against documents of requirements, made in the background.") {}
