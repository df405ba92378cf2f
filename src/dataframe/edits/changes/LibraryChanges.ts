import type { View } from "../../query/View.ts"
import { locationNow } from "../../query/View.ts"
import type { ProductTable } from "../../table/ProductTable.ts"

/** A change that the project has made only in its libraries, to something that a file contains. */
interface LibraryChange {
  readonly guid: string
  readonly field: "Code" | "Material" | "SpatialLocation"
  readonly reason: string
}

/** Generates the locations, materials and codes of a table that the project has since deleted or renamed. */
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
