import * as Effect from "effect/Effect"
import { answerBudget, tooLarge } from "../../dataframe/query/AnswerBudget.ts"
import type { AnswerTooLarge, Overloaded } from "../../domain/Errors.ts"
import type { ModelId, ProjectId, VersionId } from "../../domain/Identifier.ts"
import { Holding } from "../../ports/Holding.ts"
import { type Held, VersionRepository } from "../../ports/models/VersionRepository.ts"
import { missing } from "../../domain/Missing.ts"
import type { Page } from "../../ports/Stored.ts"

/** Counts the rows of an answer as memory held until it is delivered. */
const held = Effect.map(Holding, ({ keep }): Held<AnswerTooLarge | Overloaded> => {
  let before = 0
  return (bytes) =>
    Effect.suspend((): ReturnType<Held<AnswerTooLarge | Overloaded>> => {
      const more = bytes - before
      before = bytes
      return bytes > answerBudget ? tooLarge() : keep(more)
    })
})

/** Public versions of models and what each changed. Contract sections 4 and 7. */
export class Versions extends Effect.Service<Versions>()("application/Versions", {
  effect: Effect.gen(function* () {
    const versions = yield* VersionRepository

    /** Returns a page of versions, newest first. Fails with `AnswerTooLarge` or `Overloaded`. */
    const list = (projectId: ProjectId, modelId: ModelId, page: Page) =>
      Effect.flatMap(held, (held) => versions.list({ projectId, modelId }, page, held))

    /**
     * Returns a page of what a version changed since the previous or an older one: deleted products, added products,
     * then cells. Fails with `VersionNotFound`, `AnswerTooLarge` or `Overloaded`.
     */
    const changes = (projectId: ProjectId, modelId: ModelId, version: VersionId, page: Page, since?: VersionId) =>
      Effect.flatMap(held, (held) => versions.changes({ projectId, modelId }, version, page, since, held)).pipe(
        Effect.flatMap(Effect.mapError(missing.version))
      )

    return { list, changes }
  })
}) {}
