import type { SchemaName } from "../../schema/Schema.ts"
import { type EntityTable, type ExpressTables, expressTables } from "./ExpressTables.ts"
import { type ValueRule, ValueRules } from "./ValueRule.ts"

interface AttributeRule {
  readonly name: string
  readonly isOptional: boolean
  readonly isDerived: boolean
  readonly value: ValueRule
  /** The referrers, by number, for which a reference in this attribute counts. */
  readonly referrers: ReadonlyArray<number>
}

interface InverseRule {
  readonly name: string
  /** The number of the referrers: an entity with one of its attributes. */
  readonly referrer: number
  readonly lower: number
  readonly upper: number
}

/** The rules for an instance of an entity. */
export interface EntityRule {
  readonly name: string
  /** Its place among the entities of the schema. */
  readonly ordinal: number
  readonly isAbstract: boolean
  readonly isRoot: boolean
  readonly attributes: ReadonlyArray<AttributeRule>
  readonly inverses: ReadonlyArray<InverseRule>
}

/** The rules of the entities of one schema. */
export class EntityRules {
  private readonly made = new Map<string, EntityRule>()
  private readonly names: ReadonlyMap<string, string>
  private readonly ordinals: ReadonlyMap<string, number>
  private readonly values: ValueRules
  /** `Entity.Attribute`, whose references are counted for the bounds of an inverse attribute. */
  private readonly referrers: ReadonlyMap<string, number>

  constructor(private readonly tables: ExpressTables) {
    const names = Object.keys(tables.entities)
    this.names = new Map(names.map((name) => [name.toUpperCase(), name]))
    this.ordinals = new Map(names.map((name, ordinal) => [name, ordinal]))
    this.values = new ValueRules(tables)
    const inverses = Object.values(tables.entities).flatMap(({ inverse }) => inverse ?? [])
    const referrers = new Set(inverses.map(([, entity, attribute]) => `${entity}.${attribute}`))
    this.referrers = new Map(Array.from(referrers, (referrer, number) => [referrer, number]))
  }

  /** The rule of a keyword in upper case; undefined for one that the schema lacks. */
  find(keyword: string): EntityRule | undefined {
    const name = this.names.get(keyword)
    return name === undefined ? undefined : this.made.getOrInsertComputed(name, () => this.make(name))
  }

  private make(name: string): EntityRule {
    const chain: Array<string> = []
    for (let at = name; at !== ""; at = this.tables.entities[at]!.parent) chain.push(at)
    const entities = chain.toReversed().map((at) => this.tables.entities[at]!)
    return {
      name,
      ordinal: this.ordinals.get(name)!,
      isAbstract: this.tables.entities[name]!.abstract === true,
      isRoot: chain.includes("IfcRoot"),
      attributes: this.attributes(entities, chain),
      inverses: this.inverses(entities)
    }
  }

  private attributes(entities: ReadonlyArray<EntityTable>, chain: ReadonlyArray<string>): ReadonlyArray<AttributeRule> {
    const derived = new Set(entities.flatMap(({ derived }) => derived ?? []))
    return entities
      .flatMap(({ attributes }) => attributes ?? [])
      .map(([text, type]) => {
        const name = text.replace("?", "")
        const referrers = chain
          .map((entity) => this.referrers.get(`${entity}.${name}`))
          .filter((one) => one !== undefined)
        const isDerived = derived.has(name)
        return { name, isOptional: text.endsWith("?"), isDerived, value: this.values.of(type), referrers }
      })
  }

  private inverses(entities: ReadonlyArray<EntityTable>): ReadonlyArray<InverseRule> {
    const byName = new Map<string, InverseRule>()
    for (const [name, entity, attribute, lower, upper] of entities.flatMap(({ inverse }) => inverse ?? [])) {
      const referrer = this.referrers.get(`${entity}.${attribute}`)!
      byName.set(name, { name, referrer, lower, upper: upper < 0 ? Infinity : upper })
    }
    return [...byName.values()]
  }
}

const made = new Map<SchemaName, EntityRules>()

export const entityRulesOf = (schema: SchemaName): EntityRules =>
  made.getOrInsertComputed(schema, () => new EntityRules(expressTables[schema]))
