import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { AuditEntry } from "../../../domain/audit/AuditEntry.ts"
import { paged, Paging } from "../common/Paging.ts"
import { projectId } from "../common/Parameters.ts"
import { inProject, told } from "../../errors/Policy.ts"

/** The audit of a project: changes and refused requests, with their users. Contract section 4. */
export class AuditApi extends HttpApiGroup.make("audit")
  .add(
    HttpApiEndpoint.get("readAudit")`/v1/projects/${projectId}/audit`
      .setUrlParams(Paging)
      .addSuccess(
        Schema.Struct({ entries: Schema.Array(AuditEntry), ...paged }).annotations({ identifier: "AuditPage" })
      )
      .annotateContext(told(inProject("projects", "projects:read", "Owner"), "Read the audit of a project"))
      .annotate(
        OpenApi.Description,
        "Lists, newest first, every change and every request that was refused for its scope or role, also by users who are not members. Requests that only read are not recorded."
      )
  )
  .annotate(OpenApi.Description, "The record of changes and of refused requests.") {}
