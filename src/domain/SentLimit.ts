import type { LimitExceeded } from "./Errors.ts"

/**
 * Key of a schema annotation of a body: a limit on its contents, which is checked when its members are spelled as in
 * the schema, and before each of them is decoded.
 */
export const sentLimit: unique symbol = Symbol.for("plinth/sentLimit")

/** Returns the error of a body that exceeds a limit, or null if it is within the limit or is no such body. */
export type SentLimit = (body: unknown) => LimitExceeded | null

/** Returns the entries of a list that was sent, or none if the member is not a list. */
export const entriesOf = (object: unknown, member: string): ReadonlyArray<unknown> => {
  const value: unknown =
    typeof object === "object" && object !== null ? (object as Readonly<Record<string, unknown>>)[member] : undefined
  return Array.isArray(value) ? value : []
}
