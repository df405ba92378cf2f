import * as Schema from "effect/Schema"

/** The schema of a column with JSON that only the service writes, so that it is not checked again. */
export const json = <A>(): Schema.Schema<A, string> =>
  Schema.parseJson(Schema.Unknown) as unknown as Schema.Schema<A, string>
