import { Either } from "effect"
import type { Edit } from "../../src/domain/Edit.ts"
import type { ModelContent } from "../../src/domain/ModelContent.ts"
import { patchModel } from "../../src/ifc/patch/PatchModel.ts"
import { scriptOf } from "../../src/ifc/patch/testing/RandomScript.ts"

/** Kinds of edits that each script has: those that write relations. */
const kinds: ReadonlyArray<ReadonlyArray<Edit["kind"]>> = [["Material"], ["Codes", "Code"], ["SpatialLocation"]]

/** A random script of edits and the file with them. */
interface ExportedScript {
  readonly seed: number
  readonly edits: ReadonlyArray<Edit>
  readonly bytes: Uint8Array
}

/** The first scripts whose edits are of products, materials, codes and locations, from a seed on. */
export const exportedScripts = function* (
  bytes: Uint8Array,
  content: ModelContent,
  { count, isDeleting }: { readonly count: number; readonly isDeleting: boolean }
): Generator<ExportedScript> {
  for (let seed = 1, made = 0; made < count; seed++) {
    const { edits, library } = scriptOf(content, seed, isDeleting)
    const has = (some: ReadonlyArray<Edit["kind"]>) => edits.some(({ kind }) => some.includes(kind))
    // All products of a small model may be deleted.
    if (seed < 1000 && !kinds.every(has)) continue
    made++
    const { pieces } = Either.getOrThrow(
      patchModel(bytes, edits, library, { version: String(seed), publishedAt: 1_700_000_000_000 })
    )
    yield { seed, edits, bytes: Buffer.concat([...pieces]) }
  }
}
