import * as Effect from "effect/Effect"
import * as ChangesPage from "../../domain/edits/ChangesPage.ts"
import { VersionNotFound } from "../../domain/Errors.ts"
import type { ModelId, ProjectId, VersionId } from "../../domain/Identifier.ts"
import type { ModelVersion } from "../../domain/edits/ModelVersion.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { Page } from "../../ports/Stored.ts"
import { VersionRepository } from "../../ports/models/VersionRepository.ts"
import { Answers } from "../common/Answers.ts"
import { writtenPage } from "../common/WrittenPage.ts"

/** Yields a page of versions as pieces of JSON. */
function* versionsPage(versions: ReadonlyArray<ModelVersion>, place: Page & { readonly totalCount: number }) {
  let before = '{"versions":['
  for (const { description, ...version } of versions) {
    yield before + JSON.stringify({ ...version, ...(description === null ? {} : { description }) })
    before = ","
  }
  yield `${before === "," ? "" : before}],${JSON.stringify(place).slice(1)}`
}

/** Public versions of models and what each changed, as JSON. Contract sections 4 and 7. */
export class Versions extends Effect.Service<Versions>()("application/Versions", {
  effect: Effect.gen(function* () {
    const versions = yield* VersionRepository
    const answers = yield* Answers

    /** Returns a page of versions, newest first. Fails with `AnswerTooLarge` or `Overloaded`. */
    const list = (userId: UserId, projectId: ProjectId, modelId: ModelId, page: Page) =>
      writtenPage(answers, userId, (held) =>
        Effect.map(versions.list({ projectId, modelId }, page, held), ({ items, totalCount }) =>
          versionsPage(items, { totalCount, ...page })
        )
      )

    /**
     * Returns a page of what a version changed since the previous or an older one: deleted products, added products,
     * then cells. Fails with `VersionNotFound`, `AnswerTooLarge` or `Overloaded`.
     */
    const changes = (
      userId: UserId,
      projectId: ProjectId,
      modelId: ModelId,
      version: VersionId,
      page: Page,
      since?: VersionId
    ) =>
      writtenPage(answers, userId, (held) =>
        versions.changes({ projectId, modelId }, version, page, since, held).pipe(
          Effect.flatMap(
            Effect.mapError(() => new VersionNotFound({ details: "There is no such version of this model." }))
          ),
          Effect.map(({ added, changes, deleted, totalCount }) =>
            ChangesPage.pieces(changes, { totalCount, ...page }, added, deleted)
          )
        )
      )

    return { list, changes }
  })
}) {}
