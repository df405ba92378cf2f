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

/** The progress when the library has read the file. */
const READ = 0.2

/**
 * Converts a 3DM file to IFC4. The same bytes always give the same file.
 *
 * Fails with `JobRefused`: InvalidModelFile if the file is damaged or a block contains itself; ResourceLimit if it
 * exceeds the limits or there is too little memory.
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

/** The format of Rhino's 3DM files. */
export const rhino: ModelFormat = {
  extensions: ["3dm"],
  beginsLike: startsWith("3D Geometry File Format "),
  toIfc: rhinoToIfc
}
