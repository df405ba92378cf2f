import { Effect } from "effect"
import { JobRefused } from "../../src/ports/Computation.ts"
import type { ModelFormat } from "../../src/ports/ModelFormats.ts"
import { isArchive, startsWith } from "./FirstBytes.ts"

const sketchUpFile = startsWith("\xff\xfe\xff\x0e")

/** Files that the operator's converter reads. Fails: ConverterNotConfigured. */
const converted = (extension: string, beginsLike: ModelFormat["beginsLike"]): ModelFormat => ({
  extensions: [extension],
  beginsLike,
  toIfc: () => {
    const reason = `There is no converter for .${extension} files here.`
    return Effect.fail(new JobRefused({ code: "ConverterNotConfigured", reason }))
  }
})

export const revit = converted("rvt", startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))
export const sketchUp = converted("skp", (head) => sketchUpFile(head) || isArchive(head))
