import { Effect } from "effect"
import type { QueryRequest } from "../dataframe/query/QueryAnswer.ts"
import { ModelNotFound } from "../domain/Errors.ts"
import type { UserId } from "../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../ports/AccessRepository.ts"
import { fn } from "../runtime/Span.ts"
import { ProjectView } from "./ProjectView.ts"
import { QueryThreads } from "./QueryThreads.ts"
import { Tables } from "./Tables.ts"

/** What is asked of a model's products, in the caller's own view: fields (M3), rows (M4), checks of filters. */
export class Products extends Effect.Service<Products>()("application/Products", {
  effect: Effect.gen(function* () {
    const tables = yield* Tables
    const views = yield* ProjectView
    const threads = yield* QueryThreads

    /** The answer, encoded where that pays, with the source and view that it is of. Fails: `InvalidFilter`. */
    const ask = fn("Products.ask")(function* (
      user: UserId,
      project: ProjectAccess,
      model: ModelAccess,
      request: QueryRequest
    ) {
      if (model.latest === null) return yield* new ModelNotFound({ details: "There is no such model in this project." })
      const { source, table } = model.latest
      const view = yield* views.of(project.projectId, model.latest)
      const answer = yield* threads.query(user, yield* tables.get(table), view, request)
      return { ...answer, latest: { source, table }, view }
    })

    return { ask }
  })
}) {}
