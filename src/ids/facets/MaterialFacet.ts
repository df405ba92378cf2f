import type { MaterialFacet } from "../document/IdsDocument.ts"
import type { Entities } from "../model/Entities.ts"
import { words } from "../values/ValueWords.ts"
import { compileValue, type CompilePattern } from "../values/ValueMatcher.ts"
import { type BoundFacet, remembered, rowsWhere, unmet } from "./Facets.ts"

/** The materials of an occurrence replace those of its type. */
export const compileMaterial = (
  facet: MaterialFacet,
  pattern: CompilePattern
): ((entities: Entities) => BoundFacet) => {
  const value = facet.value === null ? null : compileValue(facet.value, pattern)
  const none = unmet("MaterialMissing", () => "There is no material.", true)
  return (entities) => {
    const fits = remembered((material: number) =>
      entities.materialTexts(material).some((text) => value!.matchesText(text))
    )
    const materialsOf = (row: number): ArrayLike<number> => {
      const own = entities.materialsOf(row)
      const type = entities.typeOf(row)
      return own.length > 0 || type < 0 ? own : entities.materialsOf(type)
    }
    return {
      check: (row) => {
        const materials = materialsOf(row)
        if (materials.length === 0) return none
        if (value === null) return null
        for (let i = 0; i < materials.length; i++) if (fits(materials[i]!)) return null
        return unmet("MaterialDiffers", () => {
          const texts = entities.materialTexts(materials[0]!).slice(0, 5)
          const actual = texts.length === 0 ? "without a name" : texts.map((text) => JSON.stringify(text)).join(", ")
          return `The material is ${actual}; it must be ${words(facet.value!)}.`
        })
      },
      candidates: () => rowsWhere(entities.rows, (row) => materialsOf(row).length > 0)
    }
  }
}
