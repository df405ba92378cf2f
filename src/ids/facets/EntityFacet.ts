import type { EntityFacet } from "../document/IdsDocument.ts"
import type { Entities } from "../model/Entities.ts"
import { words } from "../values/ValueWords.ts"
import { compileValue, type CompilePattern } from "../values/ValueMatcher.ts"
import { type BoundFacet, remembered, unmet } from "./Facets.ts"

export type CompiledEntity = (entities: Entities) => BoundFacet

export const compileEntity = (facet: EntityFacet, pattern: CompilePattern): CompiledEntity => {
  const name = compileValue(facet.name, pattern)
  const predefined = facet.predefinedType === null ? null : compileValue(facet.predefinedType, pattern)
  return (entities) => {
    const isClass = remembered((upper: string) => name.matchesText(upper))
    const isPredefined = remembered((word: string) => predefined!.matchesText(word))
    const hasClass = (row: number) => entities.classNames(row).some(isClass)
    return {
      check: (row) => {
        if (!hasClass(row)) {
          return unmet(
            "ClassDiffers",
            () => `The class is ${entities.classNames(row).join(" or ")}; it must be ${words(facet.name)}.`
          )
        }
        if (predefined === null) return null
        const found = entities.predefinedTypes(row)
        if (found.some(isPredefined)) return null
        const actual = found.length === 0 ? "not set" : found.join(", ")
        return unmet(
          "PredefinedTypeDiffers",
          () => `The predefined type is ${actual}; it must be ${words(facet.predefinedType!)}.`
        )
      },
      candidates: function* () {
        for (const { class: of, rows } of entities.classes) {
          if (isClass(of.name.toUpperCase())) yield* rows
          else if (entities.mayHaveOtherClass(of)) for (const row of rows) if (hasClass(row)) yield row
        }
      }
    }
  }
}
