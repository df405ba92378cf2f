import type { Scalar } from "./Filter.ts"

/** One comparison of a condition. */
interface Leaf {
  readonly property: string
  readonly operator: string
  readonly value: Scalar | ReadonlyArray<Scalar>
  /** The JSON pointer of the leaf in the body, such as `/where/and/1`. */
  readonly at: string
}

/** A tree of comparisons. An empty `and` holds for every product, an empty `or` for none. */
export type Condition =
  | { readonly and: ReadonlyArray<Condition> }
  | { readonly or: ReadonlyArray<Condition> }
  | { readonly not: Condition }
  | Leaf
