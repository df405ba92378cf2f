import { each, type FieldModifications } from "../../../domain/edits/Modification.ts"
import { isRefusal, scalarOf } from "./CellValue.ts"
import { codesOf } from "./CodeCell.ts"

/** The guids that modifications refer to: all that must be looked up in the project to validate them. */
export interface NamedReferences {
  readonly locations: ReadonlyArray<string>
  readonly materials: ReadonlyArray<string>
  readonly codes: ReadonlyArray<string>
}

export const namedReferences = (modifications: ReadonlyArray<FieldModifications>): NamedReferences => {
  const [locations, materials, codes] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { field, value, verb } of each(modifications)) {
    if (verb === "delete") continue
    if (field === "SpatialLocation") {
      const named = scalarOf(value, "SpatialLocationId")
      if (typeof named === "string") locations.add(named)
    } else if (field === "Material") {
      const named = scalarOf(value, "MaterialId")
      if (typeof named === "string") materials.add(named.toLowerCase())
    } else if (field === "Code") {
      const named = codesOf(value)
      if (!isRefusal(named)) for (const code of named ?? []) codes.add(code)
    }
  }
  return { locations: [...locations], materials: [...materials], codes: [...codes] }
}
