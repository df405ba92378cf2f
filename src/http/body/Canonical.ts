import { type Schema, SchemaAST } from "effect"
import type { BodyFault } from "../../domain/Errors.ts"

type Walk = (value: unknown, pointer: string, faults: Array<BodyFault>) => unknown

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const escape = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")

const keep: Walk = (value) => value

/** Objects whose members the schema declares: their names match without regard to case; index signatures are data. */
const struct = (ast: SchemaAST.TypeLiteral): Walk => {
  const members = new Map<string, { readonly name: string; readonly walk: Walk }>()
  for (const member of ast.propertySignatures) {
    const name = String(member.name)
    members.set(name.toLowerCase(), { name, walk: compile(member.type) })
  }
  const index = ast.indexSignatures[0]
  const rest = index === undefined ? null : compile(index.type)
  return (value, pointer, faults) => {
    if (!isObject(value)) return value
    const out: Record<string, unknown> = {}
    for (const [key, inner] of Object.entries(value)) {
      const member = members.get(key.toLowerCase())
      if (member === undefined) {
        if (rest !== null) out[key] = rest(inner, `${pointer}/${escape(key)}`, faults)
        continue
      }
      if (Object.hasOwn(out, member.name)) {
        faults.push({ pointer: `${pointer}/${escape(key)}`, detail: `${member.name} stands twice` })
        continue
      }
      out[member.name] = member.walk(inner, `${pointer}/${member.name}`, faults)
    }
    return out
  }
}

const tuple = (ast: SchemaAST.TupleType): Walk => {
  const item = ast.rest[0]
  if (item === undefined) return keep
  const walk = compile(item.type)
  return (value, pointer, faults) =>
    Array.isArray(value) ? value.map((inner, i) => walk(inner, `${pointer}/${i}`, faults)) : value
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
    else if (SchemaAST.isTupleType(part)) array = compile(part)
    else if (SchemaAST.isUnion(part)) {
      const inner = compile(part)
      object = array = text = inner
    }
  }
  return (value, pointer, faults) => {
    if (typeof value === "string") {
      return freeText ? value : (words.get(value.toLowerCase()) ?? text(value, pointer, faults))
    }
    return Array.isArray(value)
      ? array(value, pointer, faults)
      : isObject(value)
        ? object(value, pointer, faults)
        : value
  }
}

const compile = (ast: SchemaAST.AST): Walk => {
  if (SchemaAST.isTypeLiteral(ast)) return struct(ast)
  if (SchemaAST.isTupleType(ast)) return tuple(ast)
  if (SchemaAST.isUnion(ast)) return union(ast)
  if (SchemaAST.isLiteral(ast) && typeof ast.literal === "string") {
    return union(SchemaAST.Union.make([ast, SchemaAST.neverKeyword]) as SchemaAST.Union)
  }
  if (SchemaAST.isSuspend(ast)) {
    let walk: Walk | null = null
    return (value, pointer, faults) => (walk ??= compile(ast.f()))(value, pointer, faults)
  }
  return keep
}

/**
 * Rewrites a parsed body so that the members and enumeration words that the schema declares are spelled its way
 * (contract section 2.2). Keys of maps stay as they are. Faults: two spellings of one member.
 */
export const canonical = (schema: Schema.Schema.Any): Walk => compile(SchemaAST.encodedAST(schema.ast))
