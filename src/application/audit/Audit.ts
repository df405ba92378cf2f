import * as Effect from "effect/Effect"
import type { ProjectId } from "../../domain/Identifier.ts"
import { AuditRepository } from "../../ports/audit/AuditRepository.ts"
import type { Page } from "../../ports/Stored.ts"
import { Refusals } from "../signin/Refusals.ts"

/** The audit log of a project, including refusals, for its Owners. */
export class Audit extends Effect.Service<Audit>()("application/Audit", {
  effect: Effect.gen(function* () {
    const audit = yield* AuditRepository
    const refusals = yield* Refusals
    return {
      /** Returns entries, newest first, after writing pending refusals. */
      list: (projectId: ProjectId, page: Page) => Effect.zipRight(refusals.flush, audit.list(projectId, page))
    }
  })
}) {}
