import type { ModelFormat } from "../../src/ports/ModelFormats.ts"
import { isArchive } from "./FirstBytes.ts"

/** A ZIP archive with one model file in it. */
export const archive: ModelFormat = { extensions: ["ifczip", "zip"], beginsLike: isArchive, toIfc: null }
