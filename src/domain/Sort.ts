import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { sentenceOf } from "./Limit.ts"
import { limits } from "./Limits.ts"
import { InvalidParameter } from "./Errors.ts"
import { maybe } from "./Optional.ts"
import { AnyText } from "./Text.ts"

/** A field by which products are ordered. */
export const SortKey = Schema.Struct({
  property: AnyText.annotations({ description: "Name of a product field" }),
  descending: Schema.optionalWith(Schema.Boolean, { exact: true, nullable: true, default: () => false })
}).annotations({ identifier: "SortKey" })
export type SortKey = typeof SortKey.Type

/** Sort order as it is sent: by the first key, then by the next; if there is none, the order of the file. */
export const SentSort = maybe(Schema.Array(SortKey))

/** Returns the sort keys. Fails with `InvalidParameter` if there are more than three. */
export const accept = (
  sent: ReadonlyArray<SortKey> | undefined
): Effect.Effect<ReadonlyArray<SortKey>, InvalidParameter> =>
  (sent?.length ?? 0) > limits.sortKeys.most
    ? Effect.fail(new InvalidParameter({ details: sentenceOf(limits.sortKeys) }))
    : Effect.succeed(sent ?? [])
