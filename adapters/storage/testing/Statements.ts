import * as SqlClient from "@effect/sql/SqlClient"
import * as Statement from "@effect/sql/Statement"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { fn } from "../../../src/runtime/Span.ts"

/** Returns the result of an effect and the texts of the statements that it executes, in order. */
export const recorded = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const texts: Array<string> = []
    return effect.pipe(
      Statement.withTransformer((statement) => {
        texts.push(statement.compile()[0])
        return Effect.succeed(statement)
      }),
      Effect.map((result) => ({ result, texts }))
    )
  })

/** Returns the different statements, regardless of how many values their lists have. */
export const different = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(texts.map((text) => text.replaceAll(/\(\+\?(?:,\+\?)*\)/g, "(+?)")))
]

const planned = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i

/** The steps of the plan of a statement. */
export const planOf = fn("planOf")(function* (text: string) {
  const sql = yield* SqlClient.SqlClient
  const values = text.match(/\?/g)?.map(() => null) ?? []
  const steps = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, values)
  return steps.map(({ detail }) => detail)
})

/**
 * The steps of the statements' plans that read a whole table, sort without an index, build an index, or begin a
 * recursive step at the table instead of at the result of the previous step.
 */
export const slowSteps = fn("slowSteps")(function* (texts: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ readonly name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table'`
  const names = new Set(tables.map(({ name }) => name))
  const found: Array<string> = []
  for (const text of texts.filter((one) => planned.test(one))) {
    const steps = yield* planOf(text)
    for (const [i, detail] of steps.entries()) {
      if (steps[i - 1] === "RECURSIVE STEP" && !detail.startsWith("SCAN")) found.push(`${detail}: ${text}`)
      if (detail.includes("AUTOMATIC")) found.push(`${detail}: ${text}`)
      const scanned = /^SCAN (\w+)/.exec(detail)?.[1]
      const candidates = [
        scanned,
        ...[...text.matchAll(new RegExp(`(\\w+) ${scanned}\\b`, "g"))].map(([, name]) => name)
      ]
      if (candidates.some((name) => names.has(name!))) found.push(`${detail}: ${text}`)
      if (/TEMP B-TREE FOR ORDER BY/.test(detail)) found.push(`${detail}: ${text}`)
    }
  }
  return found
})

/**
 * Delays an effect before its first statement that matches the pattern, until a concurrent effect has ended, but at
 * most 300 milliseconds, because an effect that needs a held lock cannot end. Returns both results.
 */
export const interleaved = <A, E, R, B, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  before: RegExp,
  meanwhile: Effect.Effect<B, E2, R2>
) =>
  Effect.gen(function* () {
    const reached = yield* Deferred.make<void>()
    const beside = yield* Effect.fork(Effect.zipRight(Deferred.await(reached), meanwhile))
    const result = yield* effect.pipe(
      Statement.withTransformer((statement) =>
        before.test(statement.compile()[0])
          ? Deferred.succeed(reached, undefined).pipe(
              Effect.tap((isFirst) =>
                isFirst ? Effect.timeoutOption(Fiber.await(beside), "300 millis") : Effect.void
              ),
              Effect.as(statement)
            )
          : Effect.succeed(statement)
      )
    )
    yield* Deferred.succeed(reached, undefined)
    return { result, beside: yield* Fiber.join(beside) }
  })
