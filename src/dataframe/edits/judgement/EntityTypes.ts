import type { EntityType } from "../../../domain/libraries/EntityType.ts"
import type { Subject } from "./Subject.ts"

/** The products of a class that a set applies to: `all`, or those with one of these predefined types, in upper case. */
type For = "all" | ReadonlySet<string>

const bare = (name: string): string => {
  const upper = name.toUpperCase()
  return upper.startsWith("IFC") ? upper.slice(3) : upper
}

/** Decides which products custom sets apply to. An entity type includes the class and its subtypes. */
export class EntityTypes {
  /** Cached results by set and number of the class. */
  private readonly known = new Map<string, Map<number, For>>()

  constructor(private readonly subject: Subject) {}

  /** Returns whether a set may be added to a product. Sets that are not custom sets may be added to any product. */
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
