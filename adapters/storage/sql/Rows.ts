import { Schema } from "effect"

/** An integer key of a row, which PostgreSQL gives as text and SQLite as a number, as the text that the wire shows. */
export const key = <A, I extends string>(id: Schema.Schema<A, I>): Schema.Schema<A, string | number> =>
  Schema.transform(Schema.Union(Schema.String, Schema.Number), Schema.String, {
    strict: true,
    decode: String,
    encode: (text) => text
  }).pipe(Schema.compose(id as unknown as Schema.Schema<A, string>))

/** A BIGINT that is a number in our hands: a time in milliseconds, a count. */
export const integer: Schema.Schema<number, string | number> = Schema.transform(
  Schema.Union(Schema.String, Schema.Number),
  Schema.Number,
  { strict: true, decode: Number, encode: (value) => value }
)

/** 0 or 1. */
export const flag: Schema.Schema<boolean, string | number> = Schema.transform(
  Schema.Union(Schema.String, Schema.Number),
  Schema.Boolean,
  { strict: true, decode: (value) => Number(value) !== 0, encode: (value) => (value ? 1 : 0) }
)

/** An integer key of a row as the number that the wire shows. */
export const numberKey = <A extends number>(id: Schema.Schema<A, string>): Schema.Schema<A, string | number> =>
  integer.pipe(Schema.compose(Schema.typeSchema(id) as unknown as Schema.Schema<A, number>))
