import { Schema } from "effect"

export const FilterOperator = Schema.Literal("Equals", "NotEquals", "In", "NotIn", "Contains")
export type FilterOperator = typeof FilterOperator.Type

/** A value that a filter compares with, or a cell shows. */
export type Scalar = string | number | boolean | null

/**
 * One condition on a product; several combine with AND. What `value` may be depends on the operator and is checked
 * where the filter is compiled, for the answer names the filter by its index.
 */
export interface Filter {
  readonly property: string
  readonly operator: FilterOperator
  readonly value: unknown
}

/** Which filter is wrong, counted from 0 as it was sent, and why, in words for a person. */
export class InvalidFilter extends Schema.TaggedError<InvalidFilter>()("InvalidFilter", {
  index: Schema.Number,
  reason: Schema.String
}) {}
