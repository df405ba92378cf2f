import type { Context } from "./Context.ts"

/** One sentence of the contract or the specification, as something that can be tried. */
export interface Rule {
  /** Begins with the section: `2.6-page-past-end`. */
  readonly id: string
  /** `contract 2.6`, `specification M4`. */
  readonly source: string
  readonly title: string
  readonly run: (context: Context) => Promise<void>
}

export interface Result {
  readonly id: string
  readonly source: string
  readonly title: string
  readonly outcome: "passed" | "failed" | "skipped"
  /** Why it failed or was skipped; `""` where it passed. */
  readonly detail: string
  readonly milliseconds: number
}

/** Names the source once for the rules that share it. */
export const rules =
  (source: string) =>
  (id: string, title: string, run: (context: Context) => Promise<void>): Rule => ({ id, source, title, run })
