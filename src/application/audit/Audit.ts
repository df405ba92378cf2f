import * as Effect from "effect/Effect"
import type { ProjectId } from "../../domain/Identifier.ts"
import { AuditRepository } from "../../ports/audit/AuditRepository.ts"
import type { Page } from "../../ports/Stored.ts"
import { Refusals } from "../signin/Refusals.ts"

/** What was done in a project, and what was refused, as its Owners read it. */
export class Audit extends Effect.Service<Audit>()("application/Audit", {
  effect: Effect.gen(function* () {
    const audit = yield* AuditRepository
    const refusals = yield* Refusals
    return {
      /** Newest first, with everything that was refused before. */
      list: (projectId: ProjectId, page: Page) => Effect.zipRight(refusals.flush, audit.list(projectId, page))
    }
  })
}) {}
