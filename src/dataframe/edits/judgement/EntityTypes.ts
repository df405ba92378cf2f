import type { EntityType } from "../../../domain/libraries/EntityType.ts"
import type { Subject } from "./Subject.ts"

/** `all`, or the predefined types in upper case, none where the set is not for the class. */
type For = "all" | ReadonlySet<string>

const bare = (name: string): string => {
  const upper = name.toUpperCase()
  return upper.startsWith("IFC") ? upper.slice(3) : upper
}

/** Which products custom sets are for: an entity type means its class and the subtypes of that. */
export class EntityTypes {
  /** By set and number of the class. */
  private readonly known = new Map<string, Map<number, For>>()

  constructor(private readonly subject: Subject) {}

  /** Whether a set may be given to a product; what is no custom set may. */
  apply(set: string, row: number): boolean {
    const { project, table } = this.subject
    const types = project.entityTypes(set)
    if (types === undefined || types.length === 0) return true
    const classCode = table.reference("class").keyOf(row)
    const ofSet = this.known.getOrInsertComputed(set, () => new Map<number, For>())
    const words = ofSet.getOrInsertComputed(classCode, () => this.wordsFor(types, table.structure.classes[classCode]!))
    if (words === "all") return true
    const own = table.attribute("PredefinedType").at(row)
    return typeof own === "string" && words.has(own.toUpperCase())
  }

  private wordsFor(types: ReadonlyArray<EntityType>, className: string): For {
    const kinds = new Set([className, ...(this.subject.classNamed(className)?.kinds ?? [])].map(bare))
    const meant = types.filter(({ name }) => kinds.has(bare(name)))
    return meant.some(({ predefinedTypes }) => predefinedTypes.length === 0)
      ? "all"
      : new Set(meant.flatMap(({ predefinedTypes }) => predefinedTypes.map((word) => word.toUpperCase())))
  }
}
