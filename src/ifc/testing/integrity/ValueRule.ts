import type { ExpressTables, TypeText } from "./ExpressTables.ts"

export type SimpleType = "string" | "real" | "integer" | "number" | "logical" | "boolean" | "binary"

/** The rule for a value in a file. */
export type ValueRule =
  | {
      readonly is: "simple"
      readonly type: SimpleType
      /** The least and the greatest length of a text. */
      readonly width: readonly [number, number] | null
    }
  | { readonly is: "enumeration"; readonly words: ReadonlySet<string> }
  | {
      readonly is: "aggregate"
      readonly lower: number
      readonly upper: number
      readonly isSet: boolean
      readonly item: ValueRule
    }
  | {
      readonly is: "instance"
      /** 1 for the ordinals of the entities that may be referred to. */
      readonly accepts: Uint8Array
      /** The typed values of a select by keyword; null for types that are not selects. */
      readonly typed: ReadonlyMap<string, ValueRule> | null
    }

/** The rules of the types of one schema, each made once. */
export class ValueRules {
  private readonly made = new Map<string, ValueRule>()
  private readonly ordinals: ReadonlyMap<string, number>

  constructor(private readonly tables: ExpressTables) {
    this.ordinals = new Map(Object.keys(tables.entities).map((name, ordinal) => [name, ordinal]))
  }

  of(type: TypeText): ValueRule {
    if (typeof type === "string") return this.made.getOrInsertComputed(type, () => this.named(type))
    const [word, lower, upper, item] = type
    // The bounds of an array are those of its indices.
    const [least, most] = word === "array" ? [upper - lower + 1, upper - lower + 1] : [lower, upper]
    return {
      is: "aggregate",
      lower: least,
      upper: most < 0 ? Infinity : most,
      isSet: word === "set",
      item: this.of(item)
    }
  }

  private named(name: string): ValueRule {
    const { entities, enumerations, selects, types, widths } = this.tables
    if (entities[name] !== undefined) return { is: "instance", accepts: this.accepting([name]), typed: null }
    if (enumerations[name] !== undefined) return { is: "enumeration", words: new Set(enumerations[name]) }
    if (selects[name] !== undefined) return this.select(this.members(name))
    if (types[name] === undefined) return { is: "simple", type: name as SimpleType, width: null }
    const rule = this.of(types[name])
    return rule.is === "simple" && widths[name] !== undefined ? { ...rule, width: widths[name] } : rule
  }

  private select(members: ReadonlyArray<string>): ValueRule {
    const isEntity = (name: string) => this.tables.entities[name] !== undefined
    const typed = members.filter((name) => !isEntity(name)).map((name) => [name.toUpperCase(), this.of(name)] as const)
    return { is: "instance", accepts: this.accepting(members.filter(isEntity)), typed: new Map(typed) }
  }

  /** Returns the entities and types of a select, including those of nested selects. */
  private members(select: string): ReadonlyArray<string> {
    return this.tables.selects[select]!.flatMap((name) =>
      this.tables.selects[name] === undefined ? [name] : this.members(name)
    )
  }

  /** Returns these entities and their subtypes. */
  private accepting(names: ReadonlyArray<string>): Uint8Array {
    const { entities } = this.tables
    const accepts = new Uint8Array(this.ordinals.size)
    for (const [name, ordinal] of this.ordinals) {
      for (let at = name; at !== "" && accepts[ordinal] === 0; at = entities[at]!.parent) {
        if (names.includes(at)) accepts[ordinal] = 1
      }
    }
    return accepts
  }
}
