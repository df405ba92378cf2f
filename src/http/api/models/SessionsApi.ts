import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { optional } from "../../../domain/Optional.ts"
import { modelId, projectId } from "../common/Parameters.ts"
import { onModel, told } from "../../errors/Policy.ts"

/** The caller's session on a model, and the counts of the caller's unpublished changes. */
const SessionView = Schema.Struct({
  active: Schema.Boolean,
  clientSessionId: optional(Schema.String),
  expiresAt: optional(Schema.String.annotations({ description: "RFC 3339, in UTC" })),
  cells: Schema.Int.pipe(Schema.nonNegative()).annotations({ description: "Values that differ from the public ones" }),
  deletedProducts: Schema.Int.pipe(Schema.nonNegative())
}).annotations({ identifier: "Session" })

const editing = onModel("models:write", "DataEditor", { session: "needed", keepsAnswer: true })
const reading = onModel("models:read", "Viewer", { session: "ignored" })

/** Modification sessions: start (M10), end (M11), read. Contract section 7. */
export class SessionsApi extends HttpApiGroup.make("sessions")
  .add(
    HttpApiEndpoint.post("startSession")`/v1/projects/${projectId}/models/${modelId}/start-session`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(editing, "Start a modification session"))
      .annotate(
        OpenApi.Description,
        "The client chooses the id. A session expires after 30 minutes in which no request to the model carried its id. Starting with the id that is active renews it; with another one: 400 `SessionAlreadyActive`."
      )
  )
  .add(
    HttpApiEndpoint.post("endSession")`/v1/projects/${projectId}/models/${modelId}/end-session`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told({ ...editing, isRelief: true }, "End a modification session"))
      .annotate(OpenApi.Description, "A session that has expired or never existed is not an error.")
  )
  .add(
    HttpApiEndpoint.get("readSession")`/v1/projects/${projectId}/models/${modelId}/session`
      .addSuccess(SessionView)
      .annotateContext(told(reading, "Read the caller's modification session"))
      .annotate(
        OpenApi.Description,
        "Returns the session with the number of the caller's unpublished changes. Reading does not renew the session."
      )
  )
  .annotate(
    OpenApi.Description,
    "A user has one modification session on a model at a time, under which the model is changed."
  ) {}
