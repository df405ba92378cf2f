import { Effect } from "effect"
import { shown } from "../domain/ChangesPage.ts"
import { VersionNotFound } from "../domain/Errors.ts"
import type { ModelId, ProjectId, VersionId } from "../domain/Identifier.ts"
import type { Page } from "../ports/Stored.ts"
import { VersionRepository } from "../ports/VersionRepository.ts"
import { fn } from "../runtime/Span.ts"

/** Public versions of models and what each changed. Contract sections 4 and 7. */
export class Versions extends Effect.Service<Versions>()("application/Versions", {
  effect: Effect.gen(function* () {
    const versions = yield* VersionRepository

    /** Newest first. */
    const list = (projectId: ProjectId, modelId: ModelId, page: Page) => versions.list({ projectId, modelId }, page)

    /**
     * A page of what a version changed since the one before it, or an older one: products that went, products that came,
     * then cells. Fails: `VersionNotFound`.
     */
    const changes = fn("Versions.changes")(function* (
      projectId: ProjectId,
      modelId: ModelId,
      version: VersionId,
      page: Page,
      since?: VersionId
    ) {
      const found = yield* versions.changes({ projectId, modelId }, version, page, since)
      const { added, changes, deleted, totalCount } = yield* Effect.mapError(
        found,
        () => new VersionNotFound({ details: "There is no such version of this model." })
      )
      return { changes: changes.map(shown), added, deleted, totalCount }
    })

    return { list, changes }
  })
}) {}
