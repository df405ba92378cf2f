import { bimManager } from "./BimManager.ts"
import { estimator } from "./Estimator.ts"
import { facilityManager } from "./FacilityManager.ts"

/** Questions that people ask about a model. */
export const tasks = [...bimManager, ...estimator, ...facilityManager]
