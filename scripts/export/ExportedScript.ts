import * as Either from "effect/Either"
import type { Edit } from "../../src/domain/edits/Edit.ts"
import type { ModelContent } from "../../src/domain/models/ModelContent.ts"
import { patchModel } from "../../src/ifc/patch/PatchModel.ts"
import { scriptOf } from "../../src/ifc/patch/testing/RandomScript.ts"

/** Kinds of edits that write relations. Each script contains one of each. */
const kinds: ReadonlyArray<ReadonlyArray<Edit["kind"]>> = [["Material"], ["Codes", "Code"], ["SpatialLocation"]]

/**
 * The rule HasMaterialLayerSetUsage of IfcWallStandardCase requires layers. Such a wall breaks the rule if it gets a
 * single material, because its class does not change.
 */
const wallOfLayers = "IfcWallStandardCase"

/** Returns whether an edit makes a file that breaks a rule of the schema. */
const breaksRule = (edit: Edit, { products }: ModelContent): boolean =>
  edit.kind === "Material" && products.classes[products.class[products.guid.indexOf(edit.guid)]!] === wallOfLayers

/** A random script of edits and the file with them. */
interface ExportedScript {
  readonly seed: number
  readonly edits: ReadonlyArray<Edit>
  readonly bytes: Uint8Array
}

/**
 * Generates the first scripts that include edits of materials, codes and locations.
 *
 * @param tried the number of attempted edits of each script
 */
export const exportedScripts = function* (
  bytes: Uint8Array,
  content: ModelContent,
  { count, isDeleting, tried = 60 }: { readonly count: number; readonly isDeleting: boolean; readonly tried?: number }
): Generator<ExportedScript> {
  for (let seed = 1, made = 0; made < count; seed++) {
    const { edits: all, library } = scriptOf(content, seed, isDeleting, tried)
    const edits = all.filter((edit) => !breaksRule(edit, content))
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
