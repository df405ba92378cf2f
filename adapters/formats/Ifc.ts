import * as Effect from "effect/Effect"
import { looksLikeIfc } from "../../src/ifc/step/StepHeader.ts"
import type { ModelFormat } from "../../src/ports/ModelFormats.ts"

/** IFC in the clear text encoding of STEP, which is used without a conversion. */
export const ifc: ModelFormat = {
  extensions: ["ifc"],
  beginsLike: looksLikeIfc,
  toIfc: (path) => Effect.succeed({ path, isMade: false, warnings: [] })
}
