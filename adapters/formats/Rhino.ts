import { join } from "node:path"
import * as Effect from "effect/Effect"
import { type JobContext, JobRefused } from "../../src/ports/Computation.ts"
import type { IfcFile, ModelFormat } from "../../src/ports/ModelFormats.ts"
import { bytesOfFile } from "../../src/runtime/MappedFile.ts"
import { startsWith } from "./FirstBytes.ts"
import { faultOf } from "./rhino/Chunks.ts"
import { documentOf } from "./rhino/Document.ts"
import { load, reading } from "./rhino/Library.ts"
import { type Limits, limits } from "./rhino/Limits.ts"
import { writeStepFile } from "./rhino/StepFile.ts"
import { headerOf } from "./rhino/Structure.ts"
import { writeIfc } from "./rhino/WriteIfc.ts"

/** Of the work: the library has read the file. */
const READ = 0.2

/**
 * Writes the IFC file that stands for a 3DM file: IFC4, the same for the same bytes.
 *
 * Fails: `JobRefused` with InvalidModelFile where the file is damaged or a block is part of itself, with ResourceLimit
 * past the limits, or where there is too little memory.
 */
export const rhinoToIfc = (
  file: string,
  { progress, scratch }: JobContext,
  most: Limits = limits
): Effect.Effect<IfcFile, JobRefused> =>
  Effect.promise(async () => {
    const [library, bytes] = await Promise.all([load(), bytesOfFile(file)])
    const damaged = (where: string) =>
      new JobRefused({
        code: "InvalidModelFile",
        reason: `The file is damaged, cut short, or no 3DM file of Rhino${where}`
      })
    const fault = faultOf(bytes)
    if (fault !== null) throw damaged(`: what begins at byte ${fault} does not fit`)
    return reading((): IfcFile => {
      using opened = library.File3dm.fromByteArray(bytes)
      if (opened === null) throw damaged("")
      progress(READ)
      const document = documentOf(library, opened)
      const path = join(scratch, "rhino.ifc")
      let warnings: ReadonlyArray<string> = []
      writeStepFile(path, headerOf(document), (made) => {
        warnings = writeIfc(made, document, most, (part) => progress(READ + part * (1 - READ)))
      })
      return { path, isMade: true, warnings }
    })
  }).pipe(Effect.catchAllDefect((defect) => (defect instanceof JobRefused ? Effect.fail(defect) : Effect.die(defect))))

/** Rhino's 3DM. */
export const rhino: ModelFormat = {
  extensions: ["3dm"],
  beginsLike: startsWith("3D Geometry File Format "),
  toIfc: rhinoToIfc
}
