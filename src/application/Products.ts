import { Effect } from "effect"
import type { FieldRequest } from "../dataframe/query/Fields.ts"
import type { PageRequest } from "../dataframe/query/Page.ts"
import type { Encoding } from "../dataframe/query/QueryAnswer.ts"
import { ModelNotFound } from "../domain/Errors.ts"
import type { Filters } from "../domain/Filter.ts"
import type { UserId } from "../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../ports/AccessRepository.ts"
import { ProjectView } from "./ProjectView.ts"
import { QueryThreads } from "./QueryThreads.ts"
import { Tables } from "./Tables.ts"

/** Fields (M3) and rows (M4) of a model's products, in the caller's own view. */
export class Products extends Effect.Service<Products>()("application/Products", {
  effect: Effect.gen(function* () {
    const tables = yield* Tables
    const views = yield* ProjectView
    const threads = yield* QueryThreads

    const open = Effect.fn("Products.open")(function* (project: ProjectAccess, model: ModelAccess) {
      if (model.latest === null) return yield* new ModelNotFound({ details: "There is no such model in this project." })
      const { source, table } = model.latest
      const view = yield* views.of(project.projectId, model.latest)
      return { table: yield* tables.get(table), view, latest: { source, table } }
    })

    /** The UTF-8 of a page of fields, `{fields, fieldDetails, totalCount, page, pageSize}`, encoded where that pays. */
    const fields = Effect.fn("Products.fields")(function* (
      user: UserId,
      project: ProjectAccess,
      model: ModelAccess,
      request: FieldRequest & { readonly encoding: Encoding | null }
    ) {
      const { table, view } = yield* open(project, model)
      return yield* threads.query(user, table, view, { kind: "Fields", ...request })
    })

    /** The UTF-8 of the page, `{totalCount, page, pageSize, result}`, encoded where that pays. Fails: `InvalidFilter`. */
    const query = Effect.fn("Products.query")(function* (
      user: UserId,
      project: ProjectAccess,
      model: ModelAccess,
      request: PageRequest & { readonly encoding: Encoding | null }
    ) {
      const { table, view } = yield* open(project, model)
      return yield* threads.query(user, table, view, { kind: "Rows", ...request })
    })

    /** The source and view that a calculation would work on. Fails with `InvalidFilter` where the filters cannot be applied. */
    const checkFilters = Effect.fn("Products.checkFilters")(function* (
      user: UserId,
      project: ProjectAccess,
      model: ModelAccess,
      filters: Filters
    ) {
      const { latest, table, view } = yield* open(project, model)
      yield* threads.query(user, table, view, { kind: "Check", filters })
      return { latest, view }
    })

    return { fields, query, checkFilters }
  })
}) {
  static readonly layer = this.Default
}
