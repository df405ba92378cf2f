import type { Room } from "../../harness/Rule.ts"
import { goneReferences } from "./GoneReferences.ts"
import { modelVersions } from "./Versions.ts"
import { versionsSince } from "./VersionsSince.ts"
import { publications } from "./Publications.ts"
import { netChanges } from "./NetChanges.ts"
import { tableFiles } from "./TableFiles.ts"
import { tables } from "./Tables.ts"
import { ownChanges } from "./OwnChanges.ts"
import { editSessions } from "./EditSessions.ts"
import { editBodies } from "./Bodies.ts"
import { productDeletions } from "./Deletions.ts"
import { editedOfTypes } from "./OfTypes.ts"
import { editErrors } from "./ErrorLists.ts"
import { editedAttributes } from "./Attributes.ts"
import { editedCodes } from "./Codes.ts"
import { editedCustomSets } from "./CustomSets.ts"
import { editedLocations } from "./Locations.ts"
import { editedMaterials } from "./Materials.ts"
import { editedSets } from "./Sets.ts"
import { editedValues } from "./Values.ts"

/** The rules of edits, publications and versions; rules.tsv lists their sources. */
export const edits: ReadonlyArray<Room> = [
  editedValues,
  editedSets,
  editedCustomSets,
  editedAttributes,
  editedLocations,
  editedMaterials,
  editedCodes,
  editErrors,
  editedOfTypes,
  productDeletions,
  editBodies,
  editSessions,
  ownChanges,
  tables,
  tableFiles,
  netChanges,
  publications,
  modelVersions,
  versionsSince,
  goneReferences
]
