import type { LimitExceeded } from "./Errors.ts"

/**
 * Of the schema of a body: a limit of what the body may bring, which is looked at when its members are spelled as the
 * schema has them, and before each is decoded.
 */
export const sentLimit: unique symbol = Symbol.for("plinth/sentLimit")

/** What a body exceeds; null where it is within the limit, or is none. */
export type SentLimit = (body: unknown) => LimitExceeded | null

/** The entries of a list that was sent; none where something else stands there. */
export const entriesOf = (object: unknown, member: string): ReadonlyArray<unknown> => {
  const value: unknown =
    typeof object === "object" && object !== null ? (object as Readonly<Record<string, unknown>>)[member] : undefined
  return Array.isArray(value) ? value : []
}
