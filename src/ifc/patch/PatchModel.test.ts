import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import process from "node:process"
import * as Either from "effect/Either"
import type { Edit } from "../../domain/edits/Edit.ts"
import { readModel } from "../ReadModel.ts"
import { newFaults } from "../testing/integrity/Faults.ts"
import { integrityOf } from "../testing/integrity/Integrity.ts"
import * as RealModels from "../testing/RealModels.ts"
import { edited, ownOf, withoutUnits } from "./testing/ProductCells.ts"
import { libraryOf, scriptOf } from "./testing/RandomScript.ts"
import { type Library, patchModel } from "./PatchModel.ts"

const seeds = Number(process.env["EXPORT_SEEDS"] ?? 2)

const read = (bytes: Uint8Array) => Either.getOrThrow(readModel(bytes))
const patched = (bytes: Uint8Array, edits: Iterable<Edit>, library: Library) => {
  const { pieces, report } = Either.getOrThrow(
    patchModel(bytes, edits, library, { version: "1", publishedAt: 1_700_000_000_000 })
  )
  return { bytes: Buffer.concat([...pieces]), report }
}

// The properties of this model include lists and enumerations, which no real model here contains.
const house = join(import.meta.dir, "../../../spec-tests/fixtures/house.ifc")

describe.each([house, ...RealModels.names.map(RealModels.pathOf)].map((path) => [basename(path), path]))(
  "%s",
  (_, path) => {
    const isThere = existsSync(path)
    const told = isThere ? "" : " (absent from MODELS_DIR)"

    test.skipIf(!isThere)(`without edits the bytes stay the same${told}`, () => {
      const bytes = readFileSync(path)
      expect(patched(bytes, [], libraryOf(read(bytes).content)).bytes.equals(bytes)).toBe(true)
    })

    test.skipIf(!isThere)(`random edits are read back, and nothing else changes${told}`, () => {
      const bytes = readFileSync(path)
      const { content } = read(bytes)
      const own = ownOf(content)
      const faults = integrityOf(bytes)
      for (let seed = 1; seed <= seeds; seed++) {
        const { edits, library } = scriptOf(content, seed, seed % 2 === 0)
        const { bytes: made, report } = patched(bytes, edits, library)
        // Edits are sorted before any other step, so one script in four of each kind is enough.
        if (seed % 8 === 1 || seed % 8 === 2) {
          expect(patched(bytes, edits.toReversed(), library).bytes.equals(made)).toBe(true)
        }
        expect({ seed, notApplied: report.notApplied }).toEqual({ seed, notApplied: [] })
        expect(report.applied).toBe(edits.length)
        const wanted = edited(own, edits, library, content.products)
        const shown = ownOf(read(made).content)
        withoutUnits(shown, edits)
        expect([...shown.keys()].sort()).toEqual([...wanted.keys()].sort())
        expect({ seed, faults: newFaults(faults, integrityOf(made)) }).toEqual({ seed, faults: [] })
        for (const [guid, cells] of wanted) {
          if (Bun.deepEquals(shown.get(guid), cells)) continue
          const about = { seed, guid, edits: edits.filter((edit) => edit.guid === guid) }
          expect({ ...about, cells: shown.get(guid) }).toEqual({ ...about, cells })
        }
      }
    })
  }
)
