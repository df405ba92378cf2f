import type { Context } from "./Context.ts"
import type { Tag } from "./Tags.ts"

/** One sentence of the contract or the specification, as an executable check. */
export interface Rule {
  /** Begins with the section: `2.6-page-past-end`. */
  readonly id: string
  /** `contract 2.6`, `specification M4`. */
  readonly source: string
  readonly title: string
  /** The exchangeable components of a deployment that the rule exercises. */
  readonly tags: ReadonlyArray<Tag>
  readonly run: (context: Context) => Promise<void>
}

export interface Result {
  readonly id: string
  readonly source: string
  readonly title: string
  readonly outcome: "passed" | "failed" | "skipped"
  /** The reason for a failure or a skip; `""` if the rule passed. */
  readonly detail: string
  readonly milliseconds: number
}

/** The rules of a file in the order in which they run; rules of other rooms may run at the same time. */
export type Room = ReadonlyArray<Rule>

/** Names the source and the tags once for the rules that share them. */
export const rules =
  (source: string, tags: ReadonlyArray<Tag> = ["storage"]) =>
  (id: string, title: string, run: (context: Context) => Promise<void>): Rule => ({ id, source, title, tags, run })
