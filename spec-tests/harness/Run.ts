import { all } from "../rules/All.ts"
import { Skipped } from "./Faults.ts"
import { Context } from "./Context.ts"
import type { Result, Rule } from "./Rule.ts"

export interface RunOptions {
  /** Where the service is reached, without a path: `http://localhost:8080`. */
  readonly baseUrl: string
  readonly token: string
  /** Of another user; without it the rules that need one are skipped. */
  readonly secondToken?: string
  /** Only rules whose id begins with it. */
  readonly only?: string
  /** Called after each rule. */
  readonly onResult?: (result: Result) => void
}

/** Tries every rule against a running service, one after the other, and deletes the projects that it made. */
export const runConformance = async (options: RunOptions): Promise<ReadonlyArray<Result>> => {
  const context = new Context(options.baseUrl.replace(/\/+$/, ""), options.token, options.secondToken ?? null)
  const results: Array<Result> = []
  try {
    for (const rule of all) {
      if (!rule.id.startsWith(options.only ?? "")) continue
      const result = await attempt(rule, context)
      results.push(result)
      options.onResult?.(result)
    }
  } finally {
    await context.clean()
  }
  return results
}

const attempt = async (rule: Rule, context: Context): Promise<Result> => {
  const began = performance.now()
  const end = (outcome: Result["outcome"], detail: string): Result => ({
    id: rule.id,
    source: rule.source,
    title: rule.title,
    outcome,
    detail,
    milliseconds: Math.round(performance.now() - began)
  })
  try {
    await rule.run(context)
    return end("passed", "")
  } catch (error) {
    if (error instanceof Skipped) return end("skipped", error.message)
    return end("failed", error instanceof Error ? error.message : String(error))
  }
}
