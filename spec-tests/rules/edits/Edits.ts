import type { Rule } from "../../harness/Rule.ts"
import { editedAttributes } from "./Attributes.ts"
import { editedCodes } from "./Codes.ts"
import { editedCustomSets } from "./CustomSets.ts"
import { editedLocations } from "./Locations.ts"
import { editedMaterials } from "./Materials.ts"
import { editedSets } from "./Sets.ts"
import { editedValues } from "./Values.ts"

/** The rules of edits, publications and versions. */
export const edits: ReadonlyArray<Rule> = [
  ...editedValues,
  ...editedSets,
  ...editedCustomSets,
  ...editedAttributes,
  ...editedLocations,
  ...editedMaterials,
  ...editedCodes
]
