import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { SavedQuery, SavedQueryChange, SavedQueryDraft } from "../../../domain/projects/SavedQuery.ts"
import { projectId, queryId } from "../common/Parameters.ts"
import { inProject, type PolicyShape, told } from "../../errors/Policy.ts"

const reads = inProject("models", "models:read", "User", { malformedIdentifier: 400 })
const writes = (more: Partial<PolicyShape> = {}) =>
  inProject("models", "models:write", "User", { malformedIdentifier: 400, ...more })

/** Saved queries of a project. Contract section 13. */
export class SavedQueriesApi extends HttpApiGroup.make("savedQueries")
  .add(
    HttpApiEndpoint.get("listSavedQueries")`/v1/projects/${projectId}/queries`
      .addSuccess(
        Schema.Struct({ queries: Schema.Array(SavedQuery) }).annotations({ identifier: "ListSavedQueriesAnswer" })
      )
      .annotateContext(
        told(
          reads,
          "List the saved queries that the caller sees",
          "The caller's own queries and the shared ones, ordered by name."
        )
      )
  )
  .add(
    HttpApiEndpoint.post("createSavedQuery")`/v1/projects/${projectId}/queries`
      .setPayload(SavedQueryDraft)
      .addSuccess(SavedQuery, { status: 201 })
      .annotateContext(told(writes({ keepsAnswer: true }), "Save a query"))
      .annotate(
        OpenApi.Description,
        "Contributors and Owners can share the query with all members. `query` is validated like the body of a product query and returned as it was sent. Names need not be unique."
      )
  )
  .add(
    HttpApiEndpoint.get("readSavedQuery")`/v1/projects/${projectId}/queries/${queryId}`
      .addSuccess(SavedQuery)
      .annotateContext(told(reads, "Read a saved query"))
  )
  .add(
    HttpApiEndpoint.put("changeSavedQuery")`/v1/projects/${projectId}/queries/${queryId}`
      .setPayload(SavedQueryChange)
      .addSuccess(SavedQuery)
      .annotateContext(told(writes(), "Change a saved query"))
      .annotate(
        OpenApi.Description,
        "Allowed for the user who saved the query and, if it is shared, for Owners of the project. An absent member keeps its value."
      )
  )
  .add(
    HttpApiEndpoint.del("deleteSavedQuery")`/v1/projects/${projectId}/queries/${queryId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(
        told(
          writes(),
          "Delete a saved query",
          "Allowed for the user who saved the query and, if it is shared, for Owners of the project."
        )
      )
  )
  .annotate(
    OpenApi.Description,
    "Queries that members save for themselves or for all members. A request names one as `savedQuery`, which supplies the members that its body lacks."
  ) {}
