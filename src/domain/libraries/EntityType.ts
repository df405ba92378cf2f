import * as Schema from "effect/Schema"
import { maybe } from "../Optional.ts"
import { list, OtherText, text } from "../Text.ts"

const displayName = maybe(OtherText)

/** A machine-readable word, stored as sent. */
const Value = text(255).pipe(Schema.minLength(1))

/** A class that a property set is for, with the predefined types that narrow it, as it is sent and stored. */
export const EntityTypeDraft = Schema.Struct({
  displayName,
  value: Value,
  predefinedTypes: maybe(list(Schema.Struct({ displayName, value: Value })))
}).annotations({ identifier: "EntityTypeDraft" })
export type EntityTypeDraft = typeof EntityTypeDraft.Type

/** An entity type as it is answered. */
export const EntityType = Schema.Struct({
  name: Schema.String,
  predefinedTypes: Schema.Array(Schema.String)
}).annotations({ identifier: "EntityType" })
export type EntityType = typeof EntityType.Type

/** Returns an entity type as answers show it: its values. */
export const shown = ({ predefinedTypes, value }: EntityTypeDraft): EntityType => ({
  name: value,
  predefinedTypes: (predefinedTypes ?? []).map(({ value }) => value)
})
