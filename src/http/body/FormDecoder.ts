import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { InvalidBody } from "../../domain/Errors.ts"
import { faultsOf, invalidBody } from "./BodyFaults.ts"

const utf8 = new TextDecoder("utf-8", { fatal: true })

const fault = (detail: string): InvalidBody => new InvalidBody({ details: detail, faults: [{ pointer: "", detail }] })

/**
 * Returns a decoder of form bodies for a schema of strings. Parameters that are empty or unknown to the schema are
 * ignored.
 *
 * Fails with `InvalidBody` if the form is not UTF-8, or if a parameter of the schema is repeated or invalid.
 * Source: RFC 6749, section 3.2 and appendix B.
 */
export const make = <A, I>(schema: Schema.Schema<A, I>): ((bytes: Uint8Array) => Either.Either<A, InvalidBody>) => {
  const names = new Set(
    SchemaAST.getPropertySignatures(Schema.encodedSchema(schema).ast).map(({ name }) => String(name))
  )
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (bytes) => {
    const found = new Map<string, string>()
    try {
      for (const [name, value] of new URLSearchParams(utf8.decode(bytes))) {
        if (!names.has(name) || value === "") continue
        if (found.has(name)) return Either.left(fault(`The parameter ${name} is repeated.`))
        found.set(name, value)
      }
    } catch {
      return Either.left(fault("The form is not valid UTF-8."))
    }
    return Either.mapLeft(decode(Object.fromEntries(found)), (error) => invalidBody(faultsOf(error)))
  }
}
