import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { InvalidParameter } from "./Errors.ts"
import { maybe } from "./Optional.ts"

/** What products are ordered by. */
export const SortKey = Schema.Struct({
  property: Schema.String.annotations({ description: "Name of a product field" }),
  descending: Schema.optionalWith(Schema.Boolean, { exact: true, nullable: true, default: () => false })
}).annotations({ identifier: "SortKey" })
export type SortKey = typeof SortKey.Type

const mostKeys = 3

/** Order as it is sent: by the first key, then the next; without any that of the file. */
export const SentSort = maybe(Schema.Array(SortKey))

/** Fails with `InvalidParameter` for more than three. */
export const accept = (
  sent: ReadonlyArray<SortKey> | undefined
): Effect.Effect<ReadonlyArray<SortKey>, InvalidParameter> =>
  (sent?.length ?? 0) > mostKeys
    ? Effect.fail(new InvalidParameter({ details: `sort has at most ${mostKeys} properties.` }))
    : Effect.succeed(sent ?? [])
