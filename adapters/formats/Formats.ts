import type { ModelFormat } from "../../src/ports/ModelFormats.ts"
import { archive } from "./Archive.ts"
import { revit, sketchUp } from "./Converter.ts"
import { ifc } from "./Ifc.ts"
import { rhino } from "./Rhino.ts"

/** Every kind of file that can be uploaded as a model. */
export const formats: ReadonlyArray<ModelFormat> = [ifc, archive, rhino, revit, sketchUp]
