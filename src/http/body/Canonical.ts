import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { type BodyFault, type InvalidBody, type LimitExceeded } from "../../domain/Errors.ts"
import { exceeded } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { invalidBody, mostFaults, step } from "./BodyFaults.ts"

/** The results collected while walking through a body. */
interface Findings {
  readonly faults: Array<BodyFault>
  /** The number of entries so far in all lists that the schema declares. */
  entries: number
}

type Walk = (value: unknown, pointer: string, findings: Findings) => unknown

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const tell = ({ faults }: Findings, pointer: string, detail: string): void => {
  if (faults.length < mostFaults) faults.push({ pointer, detail })
}

const keep: Walk = (value) => value

/** Compiles an object whose members the schema declares. Member names match case-insensitively. */
const struct = (ast: SchemaAST.TypeLiteral): Walk => {
  const members = new Map<string, { readonly name: string; readonly walk: Walk }>()
  for (const member of ast.propertySignatures) {
    const name = String(member.name)
    members.set(name.toLowerCase(), { name, walk: compile(member.type) })
  }
  return (value, pointer, findings) => {
    if (!isObject(value)) return value
    const out: Record<string, unknown> = {}
    for (const [key, inner] of Object.entries(value)) {
      const member = members.get(key.toLowerCase())
      if (member === undefined) continue
      if (Object.hasOwn(out, member.name)) {
        tell(findings, pointer + step(key), `${member.name} stands twice`)
        continue
      }
      out[member.name] = member.walk(inner, `${pointer}/${member.name}`, findings)
    }
    return out
  }
}

/** Compiles a list. A list that is too long is a fault, and its entries are not examined. */
const tuple = (ast: SchemaAST.TupleType, most = Number.POSITIVE_INFINITY): Walk => {
  const item = ast.rest[0]
  if (item === undefined) return keep
  const walk = compile(item.type)
  return (value, pointer, findings) => {
    if (!Array.isArray(value)) return value
    if (value.length > most) {
      tell(findings, pointer, `has ${value.length} entries, at most ${most} are allowed`)
      return []
    }
    findings.entries += value.length
    if (findings.entries > limits.entriesOfBody.most) return []
    return walk === keep ? value : value.map((inner, i) => walk(inner, `${pointer}/${i}`, findings))
  }
}

/** Returns the limit that a refinement puts on the length of a list, or undefined if there is none. */
const mostItems = (ast: SchemaAST.Refinement): number | undefined => {
  const schema: { readonly maxItems?: number } = Option.getOrElse(SchemaAST.getJSONSchemaAnnotation(ast), () => ({}))
  return schema.maxItems
}

/** Compiles a union. Enumeration words match case-insensitively; other alternatives are chosen by the value's type. */
const union = (ast: SchemaAST.Union): Walk => {
  const words = new Map<string, string>()
  let freeText = false
  let object: Walk = keep
  let array: Walk = keep
  let text: Walk = keep
  for (const part of ast.types) {
    if (SchemaAST.isLiteral(part) && typeof part.literal === "string")
      words.set(part.literal.toLowerCase(), part.literal)
    else if (SchemaAST.isStringKeyword(part)) freeText = true
    else if (SchemaAST.isTypeLiteral(part)) object = compile(part)
    else if (SchemaAST.isTupleType(part) || SchemaAST.isRefinement(part)) array = compile(part)
    else if (SchemaAST.isUnion(part)) {
      const inner = compile(part)
      object = array = text = inner
    }
  }
  return (value, pointer, findings) => {
    if (typeof value === "string") {
      return freeText ? value : (words.get(value.toLowerCase()) ?? text(value, pointer, findings))
    }
    return Array.isArray(value)
      ? array(value, pointer, findings)
      : isObject(value)
        ? object(value, pointer, findings)
        : value
  }
}

const compile = (ast: SchemaAST.AST): Walk => {
  // The keys of a map are data, so they are not rewritten.
  if (SchemaAST.isTypeLiteral(ast)) return ast.indexSignatures.length > 0 ? keep : struct(ast)
  if (SchemaAST.isTupleType(ast)) return tuple(ast)
  if (SchemaAST.isRefinement(ast)) {
    return SchemaAST.isTupleType(ast.from) ? tuple(ast.from, mostItems(ast)) : compile(ast.from)
  }
  if (SchemaAST.isUnion(ast)) return union(ast)
  if (SchemaAST.isLiteral(ast) && typeof ast.literal === "string") {
    return union(SchemaAST.Union.make([ast, SchemaAST.neverKeyword]) as SchemaAST.Union)
  }
  return keep
}

/**
 * Returns a function that rewrites a parsed body so that member names and enumeration words are spelled as in the
 * schema (contract section 2.2). Keys of maps stay unchanged.
 *
 * Fails with `InvalidBody` if a member occurs in two spellings or a list is too long (its entries are not examined
 * then), and with `LimitExceeded` if the lists have more than 120,000 entries together.
 */
export const canonical = (
  schema: Schema.Schema.Any
): ((value: unknown) => Either.Either<unknown, InvalidBody | LimitExceeded>) => {
  const walk = compile(SchemaAST.encodedBoundAST(schema.ast))
  return (value) => {
    const findings: Findings = { faults: [], entries: 0 }
    const spelt = walk(value, "", findings)
    if (findings.faults.length > 0) return Either.left(invalidBody(findings.faults))
    return findings.entries > limits.entriesOfBody.most
      ? Either.left(exceeded(limits.entriesOfBody))
      : Either.right(spelt)
  }
}
