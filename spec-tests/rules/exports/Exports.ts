import type { Room } from "../../harness/Rule.ts"
import { exportedDeletions } from "./ExportedDeletions.ts"
import { exportedFiles } from "./ExportedFiles.ts"
import { exportedOddities } from "./ExportedOddities.ts"
import { exportedReferences } from "./ExportedReferences.ts"
import { exportedUnits } from "./ExportedUnits.ts"
import { takenBack } from "./TakenBack.ts"
import { exportRequests } from "./ExportRequests.ts"

/** M16 and M17: how exports are asked for, and what they give. */
export const exports: ReadonlyArray<Room> = [
  exportRequests,
  exportedFiles,
  exportedReferences,
  exportedUnits,
  exportedDeletions,
  exportedOddities,
  takenBack
]
