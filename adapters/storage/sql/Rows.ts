import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A number of a row, which PostgreSQL gives as text where it is a BIGINT, and SQLite never does. */
const numeric = Schema.Union(Schema.String, Schema.Number)

/** An integer key of a row as the text that the wire shows. */
export const key = <A, I extends string>(id: Schema.Schema<A, I>): Schema.Schema<A, string | number> =>
  Schema.transform(numeric, Schema.String, { strict: true, decode: String, encode: (text) => text }).pipe(
    Schema.compose(id as unknown as Schema.Schema<A, string>)
  )

/** A BIGINT that is a number in our hands: a time in milliseconds, a count. */
export const integer: Schema.Schema<number, string | number> = Schema.transform(numeric, Schema.Number, {
  strict: true,
  decode: Number,
  encode: (value) => value
})

/** 0 or 1. */
export const flag: Schema.Schema<boolean, string | number> = Schema.transform(numeric, Schema.Boolean, {
  strict: true,
  decode: (value) => Number(value) !== 0,
  encode: (value) => (value ? 1 : 0)
})

/** An integer key of a row as the number that the wire shows. */
export const numberKey = <A extends number>(id: Schema.Schema<A, string>): Schema.Schema<A, string | number> =>
  integer.pipe(Schema.compose(Schema.typeSchema(id) as unknown as Schema.Schema<A, number>))

type Rows<E, R> = Effect.Effect<ReadonlyArray<unknown>, E, R>

/** All rows of a statement. A row that its schema refuses is a defect, here and below. */
export const readAll = <A, I, E, R>(row: Schema.Schema<A, I>, statement: Rows<E, R>) => {
  const decode = Schema.decodeUnknownSync(row)
  return Effect.map(statement, (rows) => rows.map((one) => decode(one)))
}

/** The first row of a statement, where there is one. */
export const readFirst = <A, I, E, R>(row: Schema.Schema<A, I>, statement: Rows<E, R>) =>
  Effect.map(readAll(row, statement), (rows) => Option.fromNullable(rows[0]))

/** The one row of a statement, which is always there. */
export const readOne = <A, I, E, R>(row: Schema.Schema<A, I>, statement: Rows<E, R>) =>
  Effect.map(statement, ([one]) => Schema.decodeUnknownSync(row)(one))

const GuidRow = Schema.Struct({ guid: Schema.String })

/** The guids of a statement that gives nothing else. */
export const readGuids = <E, R>(statement: Rows<E, R>) =>
  Effect.map(readAll(GuidRow, statement), (rows) => rows.map(({ guid }) => guid))
