import type { View } from "../../query/View.ts"
import { locationNow } from "../../query/View.ts"
import type { ProductTable } from "../../table/ProductTable.ts"

/** What became of something that a file has, in the project's libraries alone. */
interface LibraryChange {
  readonly guid: string
  readonly field: "Code" | "Material" | "SpatialLocation"
  readonly reason: string
}

/** The locations, materials and codes of a table that the project has deleted or renamed since. */
export function* libraryChanges(table: ProductTable, view: View): Generator<LibraryChange> {
  const { codes, materials } = view.shared.references
  const told = function* (
    field: LibraryChange["field"],
    guid: string,
    name: string,
    now: { readonly name: string } | null | undefined
  ): Generator<LibraryChange> {
    if (now === null) yield { guid, field, reason: "It was deleted in the project; the file keeps it" }
    else if (now !== undefined && now.name !== name) {
      yield { guid, field, reason: `It is called "${now.name}" in the project; the file keeps its name` }
    }
  }
  for (const { guid, name } of table.locations) yield* told("SpatialLocation", guid, name, locationNow(view, guid))
  for (const [i, guid] of table.materialGuids.entries()) {
    yield* told("Material", guid, table.materials.names[i]!, materials.get(guid))
  }
  for (const [i, guid] of table.codeGuids.entries()) {
    yield* told("Code", guid, table.codes.codes[i]!.name, codes.get(guid))
  }
}
