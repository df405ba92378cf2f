import type { ModelFormat } from "../../src/ports/ModelFormats.ts"
import { archive } from "./Archive.ts"
import { ifc } from "./Ifc.ts"
import { revit } from "./Revit.ts"
import { rhino } from "./Rhino.ts"
import { sketchUp } from "./SketchUp.ts"

/** The formats that an archive may contain. */
const single: ReadonlyArray<ModelFormat> = [ifc, rhino, revit, sketchUp]

/** All formats that can be uploaded as a model. */
export const formats: ReadonlyArray<ModelFormat> = [ifc, archive(single), ...single.slice(1)]
