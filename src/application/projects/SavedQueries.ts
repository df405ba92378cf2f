import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { ProjectId, SavedQueryId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import type { UserId } from "../../domain/Principal.ts"
import {
  checkGroups,
  checkMaker,
  checkSharing,
  membersOf,
  type QueryContent,
  type QueryMembers,
  queryText,
  type SavedQueryChange,
  type SavedQueryDraft,
  unknownReference
} from "../../domain/projects/SavedQuery.ts"
import type { ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { CalculatorCatalogue } from "../../ports/products/CalculatorCatalogue.ts"
import { SavedQueryRepository } from "../../ports/projects/SavedQueryRepository.ts"
import { fn } from "../../runtime/Span.ts"

/** The member of a body that names a saved query. */
interface Named {
  readonly savedQuery?: SavedQueryId
}

/** A body in which members `K` are its own or those of a saved query. */
type Completed<B, K extends keyof QueryMembers> = Omit<B, K> & {
  readonly [Name in K]?: QueryMembers[Name] | (Name extends keyof B ? B[Name] : never)
}

const noMembers = Effect.succeed<QueryMembers>({})

/** Returns those of the members that a body lacks or has as null. */
const missingIn = <M extends object>(body: object, members: M): Partial<M> => {
  const given = new Map<string, unknown>(Object.entries(body))
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => (given.get(name) ?? null) === null)
  ) as Partial<M>
}

/** Queries that members of a project save for themselves or for all. Callers must have checked scopes. */
export class SavedQueries extends Effect.Service<SavedQueries>()("application/SavedQueries", {
  effect: Effect.gen(function* () {
    const queries = yield* SavedQueryRepository
    const catalogue = yield* CalculatorCatalogue

    /** Returns the text of a query whose members are right. Fails like `queryText`, `membersOf` and `checkGroups`. */
    const checked = fn("SavedQueries.checked")(function* (query: QueryContent) {
      const text = yield* queryText(query)
      yield* checkGroups(catalogue.names, yield* membersOf(query))
      return text
    })

    /** Fails with `NotFound` if the user does not see the query. */
    const read = fn("SavedQueries.read")((projectId: ProjectId, userId: UserId, id: SavedQueryId) =>
      Effect.flatMap(queries.find(projectId, userId, id), Effect.mapError(missing.savedQuery))
    )

    /** Fails with `Forbidden` if a User shares the query, and like `checked`. */
    const create = fn("SavedQueries.create")(function* (
      { projectId, role }: ProjectAccess,
      userId: UserId,
      { description, name, query, shared = false }: SavedQueryDraft
    ) {
      if (shared) yield* checkSharing({ userId, role })
      return yield* queries.create(projectId, userId, {
        name,
        description: description ?? null,
        query: yield* checked(query),
        shared
      })
    })

    /** Fails with `NotFound` if the user does not see the query, and with `Forbidden` if the user may not change it. */
    const requireMaker = fn("SavedQueries.requireMaker")(function* (
      { projectId, role }: ProjectAccess,
      userId: UserId,
      id: SavedQueryId
    ) {
      yield* checkMaker(yield* read(projectId, userId, id), { userId, role })
    })

    /** Fails like `SavedQueryRepository.change` and `checked`. */
    const change = fn("SavedQueries.change")(function* (
      { projectId, role }: ProjectAccess,
      userId: UserId,
      id: SavedQueryId,
      { query, shared, ...texts }: SavedQueryChange
    ) {
      return yield* queries.change(projectId, { userId, role }, id, {
        ...texts,
        ...(query === undefined ? {} : { query: yield* checked(query) }),
        ...(shared === undefined ? {} : { shared: shared ?? false })
      })
    })

    const remove = ({ projectId, role }: ProjectAccess, userId: UserId, id: SavedQueryId) =>
      queries.remove(projectId, { userId, role }, id)

    const membersFor = (projectId: ProjectId, userId: UserId, id: SavedQueryId) =>
      queries.find(projectId, userId, id).pipe(
        Effect.flatMap(Effect.mapError(unknownReference)),
        Effect.flatMap(({ query }) => membersOf(query))
      )

    /**
     * Returns a body in which members of the saved query that it names stand for those that it lacks. Only the members
     * that the endpoint takes from a saved query are `taken`; each is taken whole.
     *
     * Fails with `ReferenceNotFound` if the user does not see the query, and like `membersOf`.
     */
    const complete = <K extends keyof QueryMembers, B extends Named>(
      { projectId }: ProjectAccess,
      userId: UserId,
      body: B,
      taken: ReadonlyArray<K>
    ) =>
      Effect.map(
        body.savedQuery === undefined ? noMembers : membersFor(projectId, userId, body.savedQuery),
        (members) => ({ ...body, ...missingIn(body, Struct.pick(members, ...taken)) }) as Completed<B, K>
      )

    return { list: queries.list, read, create, requireMaker, change, remove, complete }
  })
}) {}
