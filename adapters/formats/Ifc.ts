import { Effect, Either } from "effect"
import { readModel } from "../../src/ifc/ReadModel.ts"
import { looksLikeIfc } from "../../src/ifc/StepHeader.ts"
import { JobRefused } from "../../src/ports/Computation.ts"
import type { ModelFormat } from "../../src/ports/ModelFormats.ts"

/**
 * The bytes of the file, if possible without a copy of them: the system reads what is looked at and may forget it
 * again. Bun maps only files that are not empty and that it may write to.
 */
const bytesOf = async (path: string): Promise<Uint8Array> => {
  const file = Bun.file(path)
  if (file.size === 0) return new Uint8Array(0)
  try {
    return Bun.mmap(path)
  } catch {
    return await file.bytes()
  }
}

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
      Effect.promise(() => bytesOf(file)),
      (bytes) =>
        Either.mapLeft(
          readModel(bytes, { onProgress: progress }),
          ({ line, reason }) => new JobRefused({ code: "InvalidModelFile", reason, line })
        )
    )
}
