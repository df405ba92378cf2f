import { Effect } from "effect"
import { parseFilters } from "../dataframe/Filters.ts"
import type { FieldRequest } from "../dataframe/Fields.ts"
import type { Encoding } from "../dataframe/QueryAnswer.ts"
import { ModelNotFound } from "../domain/Errors.ts"
import type { UserId } from "../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../ports/AccessRepository.ts"
import { ProjectView } from "./ProjectView.ts"
import { QueryThreads } from "./QueryThreads.ts"
import { Tables } from "./Tables.ts"

/** What a caller asks of a model's products. */
interface ProductQuery {
  readonly fields: ReadonlyArray<string> | null
  readonly filters: unknown
  readonly page: number
  readonly pageSize: number
  /** All rows up to 100,000 in one answer (older spellings without paging). */
  readonly all: boolean
  /** How the client takes the answer; null: as it is. */
  readonly encoding: Encoding | null
}

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
      request: ProductQuery
    ) {
      const { table, view } = yield* open(project, model)
      const filters = yield* parseFilters(request.filters)
      return yield* threads.query(user, table, view, { kind: "Rows", ...request, filters })
    })

    /** The source and view that a calculation would work on. Fails with `InvalidFilter` where the filters cannot be applied. */
    const checkFilters = Effect.fn("Products.checkFilters")(function* (
      user: UserId,
      project: ProjectAccess,
      model: ModelAccess,
      filters: unknown
    ) {
      const { latest, table, view } = yield* open(project, model)
      yield* threads.query(user, table, view, { kind: "Check", filters: yield* parseFilters(filters) })
      return { latest, view }
    })

    return { fields, query, checkFilters }
  })
}) {
  static readonly layer = this.Default
}
