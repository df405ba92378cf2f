import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { UserId } from "../../../domain/Principal.ts"
import { ModelRole, ProjectRole } from "../../../domain/projects/Role.ts"
import { modelId, projectId, userId } from "../common/Parameters.ts"
import { inProject, onModel, told } from "../../errors/Policy.ts"

const member = { userId: UserId, name: Schema.optionalWith(Schema.String, { exact: true }) }

const ProjectMember = Schema.Struct({ ...member, role: ProjectRole }).annotations({ identifier: "ProjectMember" })
const ModelMember = Schema.Struct({ ...member, role: ModelRole }).annotations({ identifier: "ModelMember" })

const RoleChange = Schema.Struct({ role: Schema.String }).annotations({ identifier: "RoleChange" })

const onModelForOwners = onModel("models:write", "Owner", { malformedIdentifier: 404 })

/** Members of a project and their roles on a model. Contract sections 3 and 4. */
export class MembersApi extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("listMembers")`/v1/projects/${projectId}/members`
      .addSuccess(
        Schema.Struct({ members: Schema.Array(ProjectMember) }).annotations({ identifier: "ListMembersAnswer" })
      )
      .annotateContext(told(inProject("members", "projects:read", "User"), "List the members of a project"))
  )
  .add(
    HttpApiEndpoint.put("putMember")`/v1/projects/${projectId}/members/${userId}`
      .setPayload(RoleChange)
      .addSuccess(ProjectMember)
      .annotateContext(told(inProject("members", "projects:write", "Owner"), "Add a member, or change a member's role"))
      .annotate(
        OpenApi.Description,
        "A member is identified by the subject of the token and can be added before the first sign-in."
      )
  )
  .add(
    HttpApiEndpoint.del("removeMember")`/v1/projects/${projectId}/members/${userId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(inProject("members", "projects:write", "User", { refusals: [400] }), "Remove a member"))
      .annotate(OpenApi.Description, "All members may remove themselves. Returns 400 if the member is the last Owner.")
  )
  .add(
    HttpApiEndpoint.get("listModelMembers")`/v1/projects/${projectId}/models/${modelId}/members`
      .addSuccess(
        Schema.Struct({ members: Schema.Array(ModelMember) }).annotations({ identifier: "ListModelMembersAnswer" })
      )
      .annotateContext(told(onModelForOwners, "List the members with the role in force on a model"))
  )
  .add(
    HttpApiEndpoint.put("putModelMember")`/v1/projects/${projectId}/models/${modelId}/members/${userId}`
      .setPayload(RoleChange)
      .addSuccess(ModelMember)
      .annotateContext(told(onModelForOwners, "Give a member a role on a model"))
  )
  .add(
    HttpApiEndpoint.del("removeModelMember")`/v1/projects/${projectId}/models/${modelId}/members/${userId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(onModelForOwners, "Take back the role that a member was given on a model"))
  )
  .annotate(OpenApi.Description, "The members of a project, with their roles in the project and on each model.") {}
