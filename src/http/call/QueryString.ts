import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { InvalidParameter } from "../../domain/Errors.ts"
import { quoted } from "../../domain/Quoted.ts"
import { shortIssue } from "./ShortIssue.ts"

/** What names a parameter that stands twice. */
export const repeated = (name: string) =>
  new InvalidParameter({ details: `The parameter ${quoted(name)} is repeated.` })

/** These have readers of their own. */
const isList = (name: string): boolean => name === "fields" || /^filters\[/i.test(name)

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
      else if (!isList(name)) return Effect.fail(repeated(name))
    }
    return Effect.mapError(decode(Object.fromEntries(found)), (error) => {
      const issue = ParseResult.ArrayFormatter.formatIssueSync(shortIssue(error.issue))[0]
      return new InvalidParameter({ details: `${issue?.path.join(".") ?? "query"}: ${issue?.message ?? "invalid"}` })
    })
  }
}
