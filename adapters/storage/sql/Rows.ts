import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A number of a row. PostgreSQL returns a BIGINT as text, SQLite never does. */
const numeric = Schema.Union(Schema.String, Schema.Number)

/** Returns the schema of an integer key that the API shows as text. */
export const key = <A, I extends string>(id: Schema.Schema<A, I>): Schema.Schema<A, string | number> =>
  Schema.transform(numeric, Schema.String, { strict: true, decode: String, encode: (text) => text }).pipe(
    Schema.compose(id as unknown as Schema.Schema<A, string>)
  )

/** A BIGINT that is a number in our code, such as a time in milliseconds or a count. */
export const integer: Schema.Schema<number, string | number> = Schema.transform(numeric, Schema.Number, {
  strict: true,
  decode: Number,
  encode: (value) => value
})

/** A boolean that is stored as 0 or 1. */
export const flag: Schema.Schema<boolean, string | number> = Schema.transform(numeric, Schema.Boolean, {
  strict: true,
  decode: (value) => Number(value) !== 0,
  encode: (value) => (value ? 1 : 0)
})

/** Returns the schema of an integer key that the API shows as a number. */
export const numberKey = <A extends number>(id: Schema.Schema<A, string>): Schema.Schema<A, string | number> =>
  integer.pipe(Schema.compose(Schema.typeSchema(id) as unknown as Schema.Schema<A, number>))

type Rows<E, R> = Effect.Effect<ReadonlyArray<unknown>, E, R>

/** Returns all rows of a statement. Here and below, a row that does not match its schema is a defect. */
export const readAll = <A, I, E, R>(row: Schema.Schema<A, I>, statement: Rows<E, R>) => {
  const decode = Schema.decodeUnknownSync(row)
  return Effect.map(statement, (rows) => rows.map((one) => decode(one)))
}

/** Returns the first row of a statement, or none if there is no row. */
export const readFirst = <A, I, E, R>(row: Schema.Schema<A, I>, statement: Rows<E, R>) =>
  Effect.map(readAll(row, statement), (rows) => Option.fromNullable(rows[0]))

/** Returns the only row of a statement, which always exists. */
export const readOne = <A, I, E, R>(row: Schema.Schema<A, I>, statement: Rows<E, R>) =>
  Effect.map(statement, ([one]) => Schema.decodeUnknownSync(row)(one))

const GuidRow = Schema.Struct({ guid: Schema.String })

/** Returns the guids that a statement with a single `guid` column selects. */
export const readGuids = <E, R>(statement: Rows<E, R>) =>
  Effect.map(readAll(GuidRow, statement), (rows) => rows.map(({ guid }) => guid))
