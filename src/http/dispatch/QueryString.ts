import { Effect, ParseResult, Schema } from "effect"
import { InvalidParameter } from "../../domain/Errors.ts"
import { shortIssue } from "../body/ShortIssue.ts"

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
    const found = new Map<string, string>()
    for (const [name, value] of parameters) {
      if (!found.has(name)) found.set(name, value)
      else if (!name.includes("[") && name !== "fields") {
        return Effect.fail(new InvalidParameter({ details: `The parameter ${name.slice(0, 100)} is repeated.` }))
      }
    }
    return Effect.mapError(decode(Object.fromEntries(found)), (error) => {
      const issue = ParseResult.ArrayFormatter.formatIssueSync(shortIssue(error.issue))[0]
      return new InvalidParameter({ details: `${issue?.path.join(".") ?? "query"}: ${issue?.message ?? "invalid"}` })
    })
  }
}
