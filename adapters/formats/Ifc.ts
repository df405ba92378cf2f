import { Effect, Either } from "effect"
import { readModel } from "../../src/ifc/ReadModel.ts"
import { looksLikeIfc } from "../../src/ifc/StepHeader.ts"
import { JobRefused } from "../../src/ports/Computation.ts"
import type { ModelFormat } from "../../src/ports/ModelFormats.ts"
import { bytesOfFile } from "../../src/runtime/MappedFile.ts"

/**
 * IFC in the clear text encoding of STEP.
 *
 * Fails: InvalidModelFile where the file is no model; `ifc/ReadModel.ts` says when.
 */
export const ifc: ModelFormat = {
  extensions: ["ifc"],
  beginsLike: looksLikeIfc,
  read: (file, { progress }) =>
    Effect.flatMap(
      Effect.promise(() => bytesOfFile(file)),
      (bytes) =>
        Either.mapLeft(
          readModel(bytes, { onProgress: progress }),
          ({ line, reason }) => new JobRefused({ code: "InvalidModelFile", reason, line })
        )
    )
}
