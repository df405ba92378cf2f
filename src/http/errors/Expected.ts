import * as Option from "effect/Option"
import * as SchemaAST from "effect/SchemaAST"

/** The members of a JSON schema by which refinements are told. */
interface Bounds {
  readonly type?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

const counted = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`

const ofBounds = (bounds: Bounds): string | null => {
  if (bounds.minLength !== undefined) return `a text of at least ${counted(bounds.minLength, "character")}`
  if (bounds.maxLength !== undefined) return `a text of at most ${counted(bounds.maxLength, "character")}`
  if (bounds.minItems !== undefined)
    return `at least ${bounds.minItems === 1 ? "one entry" : `${bounds.minItems} entries`}`
  if (bounds.maxItems !== undefined) return `at most ${bounds.maxItems} entries`
  if (bounds.exclusiveMinimum !== undefined) return `a number above ${bounds.exclusiveMinimum}`
  if (bounds.minimum !== undefined) return `a number of at least ${bounds.minimum}`
  if (bounds.maximum !== undefined) return `a number of at most ${bounds.maximum}`
  return bounds.type === "integer" ? "an integer" : null
}

/**
 * Returns what a schema expects in words for a person, or null if they are not better than those of the library, which
 * names schemas by identifiers and descriptions that are meant for documentation.
 */
export const expectedOf = (ast: SchemaAST.AST): string | null => {
  switch (ast._tag) {
    case "StringKeyword":
      return "a text"
    case "NumberKeyword":
      return "a number"
    case "BooleanKeyword":
      return "true or false"
    case "TypeLiteral":
    case "ObjectKeyword":
      return "an object"
    case "TupleType":
      return "an array"
    case "Refinement":
      return ofBounds(Option.getOrElse(SchemaAST.getJSONSchemaAnnotation(ast), () => ({})))
    default:
      return null
  }
}
