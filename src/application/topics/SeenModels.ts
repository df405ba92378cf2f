import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { AccessRepository } from "../../ports/projects/AccessRepository.ts"

/** Returns the Ready models of the project that the user may see. */
export const seenModels = (access: Context.Tag.Service<AccessRepository>, projectId: ProjectId, userId: UserId) =>
  Effect.map(access.models(userId, projectId, null), (models) =>
    models.filter(({ role, state }) => role !== "NoAccess" && state === "Ready")
  )
