import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { InvalidParameter } from "../../domain/Errors.ts"
import { quoted } from "../../domain/Quoted.ts"
import { detailOf, shortIssue } from "../errors/ShortIssue.ts"

/** Returns the error for a query parameter that is repeated. */
export const repeated = (name: string) =>
  new InvalidParameter({ details: `The parameter ${quoted(name)} is repeated.` })

/** Returns whether a parameter may be repeated. Such parameters are parsed elsewhere. */
const isList = (name: string): boolean => name === "fields" || name === "models" || /^filters\[/i.test(name)

/**
 * Returns a decoder of the query parameters that the schema declares. Other parameters are ignored.
 *
 * Fails with `InvalidParameter` that names the repeated or invalid parameter.
 */
export const make = <A, I>(
  schema: Schema.Schema<A, I>
): ((parameters: URLSearchParams) => Effect.Effect<A, InvalidParameter>) => {
  const decode = Schema.decodeUnknownEither(schema)
  return (parameters) => {
    const found = new Map<string, string>()
    for (const [name, value] of parameters) {
      if (!found.has(name)) found.set(name, value)
      else if (!isList(name)) return Effect.fail(repeated(name))
    }
    return Effect.mapError(decode(Object.fromEntries(found)), (error) => {
      const issues = ParseResult.ArrayFormatter.formatIssueSync(shortIssue(error.issue))
      const name = issues[0]?.path.join(".") ?? "query"
      const messages = issues.filter(({ path }) => path.join(".") === name).map(({ message }) => message)
      return new InvalidParameter({ details: `${name}: ${messages.length === 0 ? "invalid" : detailOf(messages)}` })
    })
  }
}
