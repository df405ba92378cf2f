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

/** Rows of one statement of an import: few enough that it ends within a few milliseconds. */
export const rowsPerStatement = 500

/** The work of storing some items. */
export interface Portion {
  /**
   * The statements to run if nobody has changed the shared data of the project since the import began; null: `work` is
   * needed.
   */
  readonly statements: ReadonlyArray<Statement.Statement<object>> | null
  /**
   * The same work, valid after any change. Runs within the caller's transaction, which must have locked the project.
   */
  readonly work: Effect.Effect<unknown, SqlError.SqlError>
}

/** Combines several portions into one. */
export const portionOf = (portions: ReadonlyArray<Portion>): Portion => ({
  statements: portions.every(({ statements }) => statements !== null)
    ? portions.flatMap(({ statements }) => statements ?? [])
    : null,
  work: Effect.forEach(portions, ({ work }) => work, { discard: true })
})

/** The state that an import needs to store the data of its file. */
export interface Stage {
  /** Mark of the rows. They are invisible while a staging with this id exists. 0: they are visible at once. */
  readonly stagedBy: number
  /** The current shared data version of the project. While it is the same, nobody has changed the shared data. */
  readonly version: Effect.Effect<number>
}

/** Returns the result of `read`, cached until the shared data version changes. */
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
