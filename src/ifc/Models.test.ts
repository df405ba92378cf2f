import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import * as Either from "effect/Either"
import { CELL_HIDDEN, type ModelContent } from "../domain/models/ModelContent.ts"
import { looksLikeIfc } from "./step/StepHeader.ts"
import { readModel } from "./ReadModel.ts"
import * as RealModels from "./testing/RealModels.ts"

const manifest = RealModels.pathOf("manifest.tsv")
const expected = new Map(
  existsSync(manifest)
    ? readFileSync(manifest, "utf8")
        .trim()
        .split("\n")
        .slice(1)
        .map((row) => row.split("\t"))
        .map((row) => [row[0]!, { schema: row[2]!, counts: row.slice(3, 11).map(Number) }] as const)
    : []
)

/** Products for which something is true. */
const products = (content: ModelContent, holds: (product: number) => boolean): number =>
  Array.from({ length: content.products.count }, (_, product) => product).filter(holds).length

/** Its own or its type's. */
const has = ({ products }: ModelContent, what: "materialSet" | "codeSet", product: number): boolean =>
  products[what][product]! >= 0 || products.ofType[what][product]! >= 0

const onStorey = (content: ModelContent, location: number): boolean => {
  for (let at = location; at >= 0; at = content.locations[at]!.parent) {
    if (content.locations[at]!.type === "Floor") return true
  }
  return false
}

describe("real models", () => {
  for (const name of RealModels.names) {
    const row = expected.get(name)
    const present = row !== undefined && existsSync(RealModels.pathOf(name))
    test.skipIf(!present)(`${name}${present ? "" : " (absent from MODELS_DIR)"}`, () => {
      const bytes = new Uint8Array(readFileSync(RealModels.pathOf(name)))
      expect(looksLikeIfc(bytes.subarray(0, 256))).toBe(true)
      const fractions: Array<number> = []
      const { content, report } = Either.getOrThrow(
        readModel(bytes, { onProgress: (fraction) => void fractions.push(fraction) })
      )
      const { cells, properties } = content
      const withSet = new Set<number>()
      const withBase = new Set<number>()
      const visible = new Set<number>()
      for (let i = 0; i < cells.count; i++) {
        const product = cells.product[i]!
        const { set, quantity } = properties[cells.property[i]!]!
        withSet.add(product)
        if (quantity && (set.startsWith("Qto_") || set === "BaseQuantities")) withBase.add(product)
        if ((cells.flags[i]! & CELL_HIDDEN) !== 0) continue
        const key = product * properties.length + cells.property[i]!
        expect(visible.has(key)).toBe(false)
        visible.add(key)
      }
      expect(report.schema).toBe(row!.schema)
      expect([
        report.entities,
        content.products.count,
        report.propertyRecords,
        withSet.size,
        withBase.size,
        products(content, (product) => has(content, "materialSet", product)),
        products(content, (product) => has(content, "codeSet", product)),
        products(content, (product) => onStorey(content, content.products.location[product]!))
      ]).toEqual(row!.counts)
      expect(new Set(content.products.guid).size).toBe(content.products.count)
      expect(new Set(content.texts).size).toBe(content.texts.length)
      expect(report.skipped.count).toBe(0)
      expect(Object.values(report.products).reduce((sum, count) => sum + count, 0)).toBe(content.products.count)
      for (let { parent } of content.locations) {
        let levels = 0
        for (; parent !== -1; parent = content.locations[parent]!.parent) expect(++levels).toBeLessThan(10)
      }
      expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
      expect(fractions.at(-1)).toBe(1)
    })
  }
})
