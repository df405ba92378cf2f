import { Effect } from "effect"
import type { FileFormat } from "../domain/Model.ts"
import { InvalidModelFile } from "../domain/InvalidModelFile.ts"
import { looksLikeIfc } from "../ifc/StepHeader.ts"
import { type BlobInfo, BlobStore } from "../ports/BlobStore.ts"

/** Bytes that are enough to tell the kind of a file: a byte order mark, comments and white space may go before. */
const headBytes = 64 * 1024

const startsWith = (bytes: Uint8Array, ...wanted: ReadonlyArray<number>): boolean =>
  wanted.every((byte, i) => bytes[i] === byte)

const text = (value: string) => Buffer.from(value, "latin1")

/** What the first bytes of each kind look like. */
const looksLike: Record<FileFormat, (head: Uint8Array) => boolean> = {
  ifc: looksLikeIfc,
  zip: (head) => startsWith(head, 0x50, 0x4b),
  ifczip: (head) => startsWith(head, 0x50, 0x4b),
  "3dm": (head) => startsWith(head, ...text("3D Geometry File Format ")),
  rvt: (head) => startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  skp: (head) => startsWith(head, 0xff, 0xfe, 0xff, 0x0e) || startsWith(head, 0x50, 0x4b)
}

/** What can be said of a model file before it is read. */
export class ModelFiles extends Effect.Service<ModelFiles>()("application/ModelFiles", {
  effect: Effect.map(BlobStore, (blobs) => ({
    /** Fails with `InvalidModelFile` where the first bytes are not of the format's kind. */
    check: Effect.fn("ModelFiles.check")(function* (file: BlobInfo, format: FileFormat) {
      const stream = yield* blobs.stream(file.key, { start: 0, end: Math.min(file.size, headBytes) })
      const head = yield* Effect.promise(() => new Response(stream).bytes())
      if (!looksLike[format](head)) {
        return yield* new InvalidModelFile({ line: 0, reason: `The file is no .${format} file by its first bytes.` })
      }
    })
  }))
}) {
  static readonly layer = this.Default
}
