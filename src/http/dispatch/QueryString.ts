import { Effect, ParseResult, Schema } from "effect"
import { InvalidParameter } from "../../domain/Errors.ts"

/**
 * Decodes the parameters of a query string that the schema declares; others are ignored.
 *
 * Fails: `InvalidParameter` naming the parameter that is repeated or wrong.
 */
export const make = <A, I>(
  schema: Schema.Schema<A, I>
): ((parameters: URLSearchParams) => Effect.Effect<A, InvalidParameter>) => {
  const decode = Schema.decodeUnknownEither(schema)
  return (parameters) => {
    const record: Record<string, string> = {}
    for (const [name, value] of parameters) {
      if (Object.hasOwn(record, name)) continue
      if (parameters.getAll(name).length > 1 && !name.includes("[") && name !== "fields") {
        return Effect.fail(new InvalidParameter({ details: `The parameter ${name.slice(0, 100)} is repeated.` }))
      }
      record[name] = value
    }
    return Effect.mapError(decode(record), (error) => {
      const issue = ParseResult.ArrayFormatter.formatErrorSync(error)[0]
      return new InvalidParameter({ details: `${issue?.path.join(".") ?? "query"}: ${issue?.message ?? "invalid"}` })
    })
  }
}
