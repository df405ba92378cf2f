import * as Schema from "effect/Schema"

/** Makes a schema of a member of an answer or of a change that may be absent. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** Makes a schema of a member of a draft that may be absent or null, which means the same. */
export const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true, nullable: true })

/** Makes a schema of a member of a change that may be absent, which keeps the value, or null, which clears it. */
export const clearable = <A, I>(schema: Schema.Schema<A, I>) => optional(Schema.NullOr(schema))
