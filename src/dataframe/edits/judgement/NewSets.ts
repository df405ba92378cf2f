import type { Names } from "../../query/Names.ts"
import type { EntityTypes } from "./EntityTypes.ts"
import type { Subject } from "./Subject.ts"

/**
 * Chooses the set of a new property of a product if the request names none: the set of the only custom definition that
 * applies to the product; else the only set in the model that has the property; else the set of a definition for other
 * products, which is then refused. Returns null if the choice is ambiguous or there is no candidate.
 */
export class NewSets {
  private readonly setsOfDefinitions: ReadonlyMap<string, ReadonlyArray<string>>
  /** Cached results by name, then by class and PredefinedType of the product, which decide which definitions apply. */
  private readonly known = new Map<string, Map<string, string | null>>()

  constructor(
    private readonly subject: Subject,
    private readonly names: Names,
    private readonly entityTypes: EntityTypes
  ) {
    const sets = new Map<string, Array<string>>()
    for (const [set, definitions] of names.definitions) {
      for (const name of definitions.keys()) sets.getOrInsertComputed(name, () => []).push(set)
    }
    this.setsOfDefinitions = sets
  }

  of(name: string, row: number): string | null {
    const { table } = this.subject
    const product = `${table.reference("class").keyOf(row)} ${table.attribute("PredefinedType").keyOf(row)}`
    const ofName = this.known.getOrInsertComputed(name, () => new Map<string, string | null>())
    return ofName.getOrInsertComputed(product, () => this.find(name, row))
  }

  private find(name: string, row: number): string | null {
    const defined = this.setsOfDefinitions.get(name) ?? []
    const applying = defined.filter((set) => this.entityTypes.apply(set, row))
    if (applying.length > 0) return applying.length === 1 ? applying[0]! : null
    const field = this.names.byName.get(name)
    const inModel = field?.kind === "Property" ? field.properties : []
    return inModel.length === 0 ? (defined[0] ?? null) : inModel.length === 1 ? inModel[0]!.set : null
  }
}
