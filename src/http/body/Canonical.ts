import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { type BodyFault, type InvalidBody, LimitExceeded } from "../../domain/Errors.ts"
import { invalidBody, mostFaults, step } from "./BodyFaults.ts"

/** What is found on the way through a body. */
interface Findings {
  readonly faults: Array<BodyFault>
  /** Of all lists that the schema declares. */
  entries: number
}

type Walk = (value: unknown, pointer: string, findings: Findings) => unknown

/**
 * Entries of the lists of one body, all together: ten lists of filter values at their limit. Lists have limits of their
 * own, but lists in lists multiply: to validate an entry takes some microseconds, to hand it over one.
 */
const mostEntriesInAll = 120_000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const tell = ({ faults }: Findings, pointer: string, detail: string): void => {
  if (faults.length < mostFaults) faults.push({ pointer, detail })
}

const keep: Walk = (value) => value

/** Objects whose members the schema declares: their names match without regard to case. */
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

/** Lists; one that is too long is a fault, and nobody looks into it. */
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
    if (findings.entries > mostEntriesInAll) return []
    return walk === keep ? value : value.map((inner, i) => walk(inner, `${pointer}/${i}`, findings))
  }
}

/** The limit that a refinement puts on the length of a list. */
const mostItems = (ast: SchemaAST.Refinement): number | undefined => {
  const schema: { readonly maxItems?: number } = Option.getOrElse(SchemaAST.getJSONSchemaAnnotation(ast), () => ({}))
  return schema.maxItems
}

/** Words of an enumeration match without regard to case; of other alternatives the value's own shape picks one. */
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
  // The keys of a map are data.
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
 * Rewrites a parsed body so that the members and enumeration words that the schema declares are spelled its way
 * (contract section 2.2). Keys of maps stay as they are.
 *
 * Fails: `InvalidBody` for two spellings of one member and for lists that are too long, before anybody looks at their
 * entries; `LimitExceeded` where lists have more than 120,000 entries together.
 */
export const canonical = (
  schema: Schema.Schema.Any
): ((value: unknown) => Either.Either<unknown, InvalidBody | LimitExceeded>) => {
  const walk = compile(SchemaAST.encodedBoundAST(schema.ast))
  return (value) => {
    const findings: Findings = { faults: [], entries: 0 }
    const spelt = walk(value, "", findings)
    if (findings.faults.length > 0) return Either.left(invalidBody(findings.faults))
    return findings.entries > mostEntriesInAll
      ? Either.left(
          new LimitExceeded({ details: `The lists of a body have at most ${mostEntriesInAll} entries together.` })
        )
      : Either.right(spelt)
  }
}
