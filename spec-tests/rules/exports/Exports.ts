import type { Room } from "../../harness/Rule.ts"
import { exportedDeletions } from "./ExportedDeletions.ts"
import { exportedFiles } from "./ExportedFiles.ts"
import { exportedOddities } from "./ExportedOddities.ts"
import { exportedReferences } from "./ExportedReferences.ts"
import { exportedUnits } from "./ExportedUnits.ts"
import { takenBack } from "./TakenBack.ts"
import { exportRequests } from "./ExportRequests.ts"

/** Rules about the requests of exports (M16) and their results (M17). */
export const exports: ReadonlyArray<Room> = [
  exportRequests,
  exportedFiles,
  exportedReferences,
  exportedUnits,
  exportedDeletions,
  exportedOddities,
  takenBack
]
