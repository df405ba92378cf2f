import * as Effect from "effect/Effect"
import { Invitations } from "../../../application/projects/Invitations.ts"
import { Projects } from "../../../application/projects/Projects.ts"
import { InvitationsApi } from "../../api/projects/InvitationsApi.ts"
import { bind } from "../../call/Call.ts"

export const bindings = Effect.gen(function* () {
  const invitations = yield* Invitations
  const projects = yield* Projects
  return bind(InvitationsApi, {
    listInvitations: ({ path }) => Effect.map(invitations.list(path.projectId), (all) => ({ invitations: all })),
    createInvitation: ({ body, path, principal }) => invitations.create(path.projectId, principal.userId, body),
    deleteInvitation: ({ path }) => invitations.remove(path.projectId, path.invitationId),
    acceptInvitation: ({ path, principal: { userId } }) =>
      Effect.flatMap(invitations.accept(path.secret, userId), (projectId) => projects.read(userId, projectId))
  })
})
