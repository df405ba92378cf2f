import * as Either from "effect/Either"
import type { InvalidModelFile } from "../domain/models/InvalidModelFile.ts"
import { IfcFile } from "../ifc/index/IfcFile.ts"
import { ImportLog } from "../ifc/index/ImportLog.ts"
import { readHeader } from "../ifc/step/StepHeader.ts"
import { FileEntities } from "./model/FileEntities.ts"

/** A file that was opened to be checked. */
export interface OpenIfc {
  readonly file: IfcFile
  readonly entities: FileEntities
}

/**
 * Opens a file with all its entities, or without those of shapes, placements and styles, which are most of a file. It
 * needs no IfcProject and no units. Fails with `InvalidModelFile` if it is not a STEP file or has another schema.
 *
 * @param keepsShapes false only if `needsShapes` of the document is
 */
export const openIfc = (bytes: Uint8Array, keepsShapes = true): Either.Either<OpenIfc, InvalidModelFile> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Either.map(readHeader(buffer), (header) => {
    const file = new IfcFile(buffer, header, new ImportLog(bytes), () => {}, keepsShapes)
    return { file, entities: new FileEntities(file) }
  })
}
