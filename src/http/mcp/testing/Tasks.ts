import { bimManager } from "./BimManager.ts"
import { estimator } from "./Estimator.ts"
import { facilityManager } from "./FacilityManager.ts"

/** Typical questions of users about a model. */
export const tasks = [...bimManager, ...estimator, ...facilityManager]
