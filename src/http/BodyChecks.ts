import { Either } from "effect"
import { checkFilters, parseFilters } from "../dataframe/Filters.ts"
import type { WireError } from "./errors/ErrorTable.ts"

const filters = (body: unknown): Either.Either<unknown, WireError> =>
  Either.flatMap(parseFilters((body as { readonly filters?: unknown }).filters), checkFilters)

/**
 * What can be refused of a large body beyond its schema, by endpoint: so that nothing comes back from the thread that
 * would be refused anyway, and what does is small.
 */
export const bodyChecks: ReadonlyMap<string, (body: unknown) => Either.Either<unknown, WireError>> = new Map([
  ["queryProducts", filters],
  ["queryProductsOlder", filters],
  ["startQuantities", filters],
  ["startQuantitiesOlder", filters]
])
