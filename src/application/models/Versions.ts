import * as Effect from "effect/Effect"
import { answerBudget, tooLarge } from "../../dataframe/query/AnswerBudget.ts"
import type { AnswerTooLarge, Overloaded } from "../../domain/Errors.ts"
import type { ModelId, ProjectId, VersionId } from "../../domain/Identifier.ts"
import { ListMemory } from "../../ports/ListMemory.ts"
import { type Reserve, VersionRepository } from "../../ports/models/VersionRepository.ts"
import { missing } from "../../domain/Missing.ts"
import type { Page } from "../../ports/Stored.ts"

/** Reserves the memory of the rows of an answer until it is delivered. */
const reserved = Effect.map(ListMemory, ({ reserve }): Reserve<AnswerTooLarge | Overloaded> => {
  let before = 0
  return (bytes) =>
    Effect.suspend((): ReturnType<Reserve<AnswerTooLarge | Overloaded>> => {
      const more = bytes - before
      before = bytes
      return bytes > answerBudget ? tooLarge() : reserve(more)
    })
})

/** Public versions of models and what each changed. Contract sections 4 and 7. */
export class Versions extends Effect.Service<Versions>()("application/Versions", {
  effect: Effect.gen(function* () {
    const versions = yield* VersionRepository

    /** Returns a page of versions, newest first. Fails with `AnswerTooLarge` or `Overloaded`. */
    const list = (projectId: ProjectId, modelId: ModelId, page: Page) =>
      Effect.flatMap(reserved, (reserve) => versions.list({ projectId, modelId }, page, reserve))

    /**
     * Returns a page of what a version changed since the previous or an older one: deleted products, added products,
     * then cells. Fails with `VersionNotFound`, `AnswerTooLarge` or `Overloaded`.
     */
    const changes = (projectId: ProjectId, modelId: ModelId, version: VersionId, page: Page, since?: VersionId) =>
      Effect.flatMap(reserved, (reserve) =>
        versions.changes({ projectId, modelId }, version, page, since, reserve)
      ).pipe(Effect.flatMap(Effect.mapError(missing.version)))

    return { list, changes }
  })
}) {}
