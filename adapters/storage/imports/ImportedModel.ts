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

/** What it takes to store some items. */
export interface Portion {
  /** The statements where nobody has changed what the project shares since the import began; null: these do not do. */
  readonly statements: ReadonlyArray<Statement.Statement<object>> | null
  /** The same, whatever has been changed. Runs within a transaction of the caller, alone in the project. */
  readonly work: Effect.Effect<unknown, SqlError.SqlError>
}

/** Several portions as one. */
export const portionOf = (portions: ReadonlyArray<Portion>): Portion => ({
  statements: portions.every(({ statements }) => statements !== null)
    ? portions.flatMap(({ statements }) => statements ?? [])
    : null,
  work: Effect.forEach(portions, ({ work }) => work, { discard: true })
})

/** How an import stores what its file brings. */
export interface Stage {
  /** What its rows are marked with: nobody sees them while there is such a staging. 0: they are seen at once. */
  readonly stagedBy: number
  /** The shared data version of the project now: as long as it stays, nobody has changed what the project shares. */
  readonly version: Effect.Effect<number>
}

/** What the read gives: read anew where somebody has changed what the project shares since it was read last. */
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
