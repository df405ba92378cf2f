import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { ModelId, ProjectId } from "../../domain/Identifier.ts"
import { UserId } from "../../domain/Principal.ts"
import { ModelRole, ProjectRole } from "../../domain/Role.ts"
import { inProject, onModel, Policy } from "./Policy.ts"

const member = { userId: UserId, name: Schema.optionalWith(Schema.String, { exact: true }) }

const ProjectMember = Schema.Struct({ ...member, role: ProjectRole }).annotations({ identifier: "ProjectMember" })
const ModelMember = Schema.Struct({ ...member, role: ModelRole }).annotations({ identifier: "ModelMember" })

const RoleChange = Schema.Struct({ role: Schema.String }).annotations({ identifier: "RoleChange" })

const inPath = Schema.Struct({ projectId: ProjectId })
const onPath = Schema.Struct({ projectId: ProjectId, modelId: ModelId })
const memberInPath = Schema.Struct({ projectId: ProjectId, userId: UserId })
const memberOnPath = Schema.Struct({ projectId: ProjectId, modelId: ModelId, userId: UserId })

const onModelForOwners = onModel("models:write", "Owner", { malformedIdentifier: 404 })

/** Members of a project and their roles on a model. Contract sections 3 and 4. */
export class MembersApi extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("listMembers", "/v1/projects/:projectId/members")
      .setPath(inPath)
      .addSuccess(
        Schema.Struct({ members: Schema.Array(ProjectMember) }).annotations({ identifier: "ListMembersAnswer" })
      )
      .annotate(Policy, inProject("members", "projects:read", "User"))
      .annotate(OpenApi.Summary, "List the members of a project")
  )
  .add(
    HttpApiEndpoint.put("putMember", "/v1/projects/:projectId/members/:userId")
      .setPath(memberInPath)
      .setPayload(RoleChange)
      .addSuccess(ProjectMember)
      .annotate(Policy, inProject("members", "projects:write", "Owner"))
      .annotate(OpenApi.Summary, "Add a member, or change a member's role")
      .annotate(
        OpenApi.Description,
        "A member is named by the subject of the token and may be added before ever signing in."
      )
  )
  .add(
    HttpApiEndpoint.del("removeMember", "/v1/projects/:projectId/members/:userId")
      .setPath(memberInPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, inProject("members", "projects:write", "User", { refusals: [400] }))
      .annotate(OpenApi.Summary, "Remove a member")
      .annotate(OpenApi.Description, "Everyone may remove themself. The last Owner cannot go: 400.")
  )
  .add(
    HttpApiEndpoint.get("listModelMembers", "/v1/projects/:projectId/models/:modelId/members")
      .setPath(onPath)
      .addSuccess(
        Schema.Struct({ members: Schema.Array(ModelMember) }).annotations({ identifier: "ListModelMembersAnswer" })
      )
      .annotate(Policy, onModelForOwners)
      .annotate(OpenApi.Summary, "List the members with the role in force on a model")
  )
  .add(
    HttpApiEndpoint.put("putModelMember", "/v1/projects/:projectId/models/:modelId/members/:userId")
      .setPath(memberOnPath)
      .setPayload(RoleChange)
      .addSuccess(ModelMember)
      .annotate(Policy, onModelForOwners)
      .annotate(OpenApi.Summary, "Give a member a role on a model")
  )
  .add(
    HttpApiEndpoint.del("removeModelMember", "/v1/projects/:projectId/models/:modelId/members/:userId")
      .setPath(memberOnPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, onModelForOwners)
      .annotate(OpenApi.Summary, "Take back the role that a member was given on a model")
  )
  .annotate(OpenApi.Description, "Who may do what: a role in the project, and a role on each model.") {}
