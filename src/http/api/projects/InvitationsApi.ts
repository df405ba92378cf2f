import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import type { Scope } from "../../../domain/Principal.ts"
import { Invitation, InvitationDraft, ShownInvitation } from "../../../domain/projects/Invitation.ts"
import { Project } from "../../../domain/projects/Project.ts"
import { invitationId, projectId, secret } from "../common/Parameters.ts"
import { inProject, type PolicyShape, told, withScope } from "../../errors/Policy.ts"

const owned = (scope: Scope, more: Partial<PolicyShape> = {}) =>
  inProject("members", scope, "Owner", { malformedIdentifier: 400, ...more })

/** Invitations to projects. Contract section 20. */
export class InvitationsApi extends HttpApiGroup.make("invitations")
  .add(
    HttpApiEndpoint.get("listInvitations")`/v1/projects/${projectId}/invitations`
      .addSuccess(
        Schema.Struct({ invitations: Schema.Array(Invitation) }).annotations({ identifier: "ListInvitationsAnswer" })
      )
      .annotateContext(told(owned("projects:read"), "List the open invitations of a project", "Ordered by creation."))
  )
  .add(
    HttpApiEndpoint.post("createInvitation")`/v1/projects/${projectId}/invitations`
      .setPayload(InvitationDraft)
      .addSuccess(ShownInvitation, { status: 201 })
      .annotateContext(
        told(owned("projects:write", { keepsAnswer: true, showsSecret: true }), "Invite somebody to a project")
      )
      .annotate(
        OpenApi.Description,
        "Only this answer shows the link. It is not stored, so a repetition with the same `Idempotency-Key` returns 400 `IdempotencyKeyReused`."
      )
  )
  .add(
    HttpApiEndpoint.del("deleteInvitation")`/v1/projects/${projectId}/invitations/${invitationId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(owned("projects:write"), "Withdraw an invitation"))
  )
  .add(
    HttpApiEndpoint.post("acceptInvitation")`/v1/invitations/${secret}`
      .addSuccess(Project)
      .annotateContext(
        told(
          withScope("members", "any", { keepsAnswer: true, programs: "unlimited", refusals: [400, 404] }),
          "Accept an invitation"
        )
      )
      .annotate(
        OpenApi.Description,
        "The caller becomes a member of the project; the token may have any scope. If the caller is already a member, the role stays and the invitation remains open. Returns 404 if the invitation is unknown, used, expired or withdrawn, or if its maker is no longer an Owner."
      )
  )
  .annotate(OpenApi.Description, "Links with which people become members of a project.") {}
