import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { optional } from "../../../domain/Optional.ts"
import { inProject, told, withoutToken, withScope } from "../../errors/Policy.ts"
import { projectId } from "../common/Parameters.ts"

const reads = inProject("topics", "models:read", "User", { malformedIdentifier: 400 })
const refused = inProject("topics", "models:write", "User", { malformedIdentifier: 400 })

const texts = Schema.Array(Schema.String)

const Versions = Schema.Struct({
  versions: Schema.Array(
    Schema.Struct({ api_id: Schema.String, version_id: Schema.String, detailed_version: Schema.String })
  )
}).annotations({ identifier: "FoundationVersions" })

const Authentication = Schema.Struct({
  oauth2_auth_url: Schema.String,
  oauth2_token_url: Schema.String,
  http_basic_supported: Schema.Boolean,
  supported_oauth2_flows: texts
}).annotations({ identifier: "FoundationAuth" })

const User = Schema.Struct({ id: Schema.String, name: Schema.String }).annotations({ identifier: "BcfUser" })

const BcfProject = Schema.Struct({ project_id: Schema.String, name: optional(Schema.String) }).annotations({
  identifier: "BcfProject"
})

const Extensions = Schema.Struct({
  topic_type: texts,
  topic_status: texts,
  topic_label: texts,
  snippet_type: texts,
  priority: texts,
  stage: texts,
  users: texts,
  project_actions: texts,
  topic_actions: texts,
  comment_actions: texts
}).annotations({ identifier: "BcfExtensions" })

/** The Foundation API, and projects as the BCF API shows them. Contract section 18. */
export class BcfProjectsApi extends HttpApiGroup.make("bcfProjects")
  .add(
    HttpApiEndpoint.get("readFoundationVersions")`/foundation/versions`
      .addSuccess(Versions)
      .annotateContext(told(withoutToken("topics"), "List the versions of the buildingSMART APIs"))
  )
  .add(
    HttpApiEndpoint.get("readFoundationAuth")`/foundation/1.1/auth`
      .addSuccess(Authentication)
      .annotateContext(told(withoutToken("topics"), "Read how clients of the BCF API sign in"))
  )
  .add(
    HttpApiEndpoint.get("readCurrentUser")`/foundation/1.1/current-user`
      .addSuccess(User)
      .annotateContext(told(withScope("topics", "any"), "Read the caller's id and name"))
  )
  .add(
    HttpApiEndpoint.get("readBcfUser")`/bcf/3.0/current-user`
      .addSuccess(User)
      .annotateContext(told(withScope("topics", "any"), "Read the caller's id and name, by an older path"))
  )
  .add(
    HttpApiEndpoint.get("listBcfProjects")`/bcf/3.0/projects`
      .addSuccess(Schema.Array(BcfProject))
      .annotateContext(told(withScope("topics", "models:read"), "List the caller's projects", "Ordered by name."))
  )
  .add(
    HttpApiEndpoint.get("readBcfProject")`/bcf/3.0/projects/${projectId}`
      .addSuccess(BcfProject)
      .annotateContext(told(reads, "Read a project"))
  )
  .add(
    HttpApiEndpoint.put("changeBcfProject")`/bcf/3.0/projects/${projectId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(refused, "Change a project: always 403, projects are changed at /v1"))
  )
  .add(
    HttpApiEndpoint.get("readBcfExtensions")`/bcf/3.0/projects/${projectId}/extensions`
      .addSuccess(Extensions)
      .annotateContext(
        told(
          reads,
          "Read the words for topics and what the caller may do",
          "The words that the service offers and those in use; any other word is accepted. The users are the members."
        )
      )
  )
  .add(
    HttpApiEndpoint.put("changeBcfExtensions")`/bcf/3.0/projects/${projectId}/extensions`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(refused, "Change the words for topics: always 403, words come with topics"))
  )
  .annotate(
    OpenApi.Description,
    "Versions and sign-in (Foundation API 1.1), and projects as clients of the BCF API 3.0 see them."
  ) {}
