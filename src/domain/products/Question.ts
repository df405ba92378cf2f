import type { Condition } from "./Condition.ts"
import type { Filters } from "./Filter.ts"

/** The unit of numbers: the one that the model states, or the SI unit (contract section 6, "Units"). */
export type Units = "Model" | "SI"

/** The products that a question is about: every filter and the condition hold. */
export interface Question {
  readonly filters: Filters
  readonly where?: Condition
  /** The unit in which numbers are compared and given; `Model` if absent. */
  readonly units?: Units
}
