import type * as SqlError from "@effect/sql/SqlError"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import type { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"

/** The model that an import makes Ready. */
export interface ImportedModel {
  readonly projectId: ProjectId
  readonly modelId: ModelId
  readonly guid: string
  readonly name: string
}

/** Rows of one statement of an import: few enough that it is over within a few milliseconds. */
export const rowsPerStatement = 500

/** The statements, or the work, that store some items. */
export interface Portion {
  /** The statements that suffice if the shared data has not changed since the import began; null if they do not suffice. */
  readonly statements: ReadonlyArray<Statement.Statement<object>> | null
  /** Stores the same items, whatever has changed. Runs in a transaction of the caller that holds the lock of the project. */
  readonly work: Effect.Effect<unknown, SqlError.SqlError>
}

/** Joins several portions into one. */
export const portionOf = (portions: ReadonlyArray<Portion>): Portion => ({
  statements: portions.every(({ statements }) => statements !== null)
    ? portions.flatMap(({ statements }) => statements ?? [])
    : null,
  work: Effect.forEach(portions, ({ work }) => work, { discard: true })
})

/** How an import stores what its file brings. */
export interface Stage {
  /** The staging that marks its rows: they are invisible while the staging exists. 0: they are visible at once. */
  readonly stagedBy: number
  /** The current shared data version of the project. While it stays the same, the shared data has not changed. */
  readonly version: Effect.Effect<number>
}

/** Returns the result of `read`, which runs again only if the shared data has changed since it last ran. */
export const upToDate = <A, E, R>({ version }: Stage, read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  let known: { readonly at: number; readonly value: A } | null = null
  return Effect.flatMap(version, (at) =>
    known?.at === at
      ? Effect.succeed(known.value)
      : Effect.map(read, (value) => {
          known = { at, value }
          return value
        })
  )
}
