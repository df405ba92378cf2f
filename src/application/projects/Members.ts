import * as Effect from "effect/Effect"
import { Forbidden, InvalidRole } from "../../domain/Errors.ts"
import type { UserId } from "../../domain/Principal.ts"
import { parseModelRole, parseProjectRole } from "../../domain/projects/Role.ts"
import { missing } from "../../domain/Missing.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { MemberRepository } from "../../ports/projects/MemberRepository.ts"
import { fn } from "../../runtime/Span.ts"

/** Members of projects, and their roles on models. */
export class Members extends Effect.Service<Members>()("application/Members", {
  effect: Effect.map(MemberRepository, (members) => ({
    list: (project: ProjectAccess) => members.ofProject(project.projectId),

    /** Fails with `InvalidRole` if the text is not a role, or if no Owner would be left. */
    put: fn("Members.put")(function* (project: ProjectAccess, userId: UserId, role: string) {
      const wanted = parseProjectRole(role)
      if (wanted === null) return yield* new InvalidRole({ details: "role must be Owner, Contributor or User." })
      return yield* members.put(project.projectId, userId, wanted)
    }),

    /** Removes a member. Allowed for Owners, and for members who remove themselves. */
    remove: fn("Members.remove")(function* (project: ProjectAccess, caller: UserId, userId: UserId) {
      if (project.role !== "Owner" && caller !== userId) {
        return yield* new Forbidden({ details: "This needs the role Owner in the project." })
      }
      if (!(yield* members.remove(project.projectId, userId))) return yield* missing.member()
    }),

    listOnModel: (model: ModelAccess) => members.ofModel(model.modelId),

    putOnModel: fn("Members.putOnModel")(function* (model: ModelAccess, userId: UserId, role: string) {
      const wanted = parseModelRole(role)
      if (wanted === null) {
        return yield* new InvalidRole({ details: "role must be Owner, Modeler, DataEditor, Viewer or NoAccess." })
      }
      return yield* Effect.flatMap(members.putOnModel(model.modelId, userId, wanted), Effect.mapError(missing.member))
    }),

    removeFromModel: fn("Members.removeFromModel")(function* (model: ModelAccess, userId: UserId) {
      if (!(yield* members.removeFromModel(model.modelId, userId))) return yield* missing.member()
    })
  }))
}) {}
