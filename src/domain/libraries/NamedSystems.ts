import type { DescribedSystem } from "./Described.ts"

/** A classification system of a file. A null name stands for references that belong to none. */
type FileSystem = Omit<DescribedSystem, "name"> & { readonly name: string | null }

const textOf = ({ edition, editionDate, name, source }: FileSystem): string =>
  JSON.stringify([name, source, edition, editionDate])

/**
 * Finds the classification systems of a file by the systems of a project: by name, source, edition and date, or by name
 * alone if the project has nothing else, as in libraries that users created.
 */
export class NamedSystems {
  private readonly byText = new Map<string, number>()
  private readonly byName = new Map<string | null, number>()

  constructor(systems: ReadonlyArray<FileSystem>) {
    for (const [i, system] of systems.entries()) {
      const text = textOf(system)
      if (!this.byText.has(text)) this.byText.set(text, i)
      if (!this.byName.has(system.name)) this.byName.set(system.name, i)
    }
  }

  /** Returns the index of a system, or undefined if the file has none. Null asks for that without a name. */
  of(system: DescribedSystem | null): number | undefined {
    if (system === null) return this.byName.get(null)
    const { edition, editionDate, name, source } = system
    const found = this.byText.get(textOf(system))
    if (found !== undefined) return found
    return source === null && edition === null && editionDate === null ? this.byName.get(name) : undefined
  }
}
