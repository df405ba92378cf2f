import type { Edit } from "../../../domain/edits/Edit.ts"
import type { NamedReferences } from "./NamedReferences.ts"

/** The guids that edits refer to. */
export type EditReferences = Readonly<Record<keyof NamedReferences, Set<string>>>

export const none = (): EditReferences => ({ locations: new Set(), materials: new Set(), codes: new Set() })

export const add = ({ codes, locations, materials }: EditReferences, edits: Iterable<Edit>): void => {
  for (const edit of edits) {
    if (edit.kind === "SpatialLocation" && edit.now !== "") locations.add(edit.now)
    if (edit.kind === "Material" && typeof edit.now === "string") materials.add(edit.now)
    if (edit.kind === "Code" && edit.now) codes.add(edit.code)
    if (edit.kind === "Codes") for (const code of edit.now) codes.add(code)
  }
}

export const listed = ({ codes, locations, materials }: EditReferences): NamedReferences => ({
  locations: [...locations],
  materials: [...materials],
  codes: [...codes]
})
