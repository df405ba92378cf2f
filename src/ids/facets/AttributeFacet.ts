import type { AttributeFacet } from "../document/IdsDocument.ts"
import type { IfcClass } from "../../ifc/schema/Schema.ts"
import type { Entities } from "../model/Entities.ts"
import { hasValue, shown } from "../values/IfcValue.ts"
import { words } from "../values/ValueWords.ts"
import { compileValue, type CompilePattern } from "../values/ValueMatcher.ts"
import { type BoundFacet, remembered, type Unmet, unmet } from "./Facets.ts"

/**
 * Compiles an attribute facet. If the name matches several attributes, those with a value must meet the facet, and at
 * least one must have a value.
 */
export const compileAttribute = (
  facet: AttributeFacet,
  pattern: CompilePattern
): ((entities: Entities) => BoundFacet) => {
  const name = compileValue(facet.name, pattern)
  const wanted = facet.value === null ? null : compileValue(facet.value, pattern)
  return (entities) => {
    const positionsOf = remembered(({ attributes }: IfcClass) =>
      attributes.map((_, position) => position).filter((position) => name.matchesText(attributes[position]!))
    )
    return {
      check: (row) => {
        const of = entities.classOf(row)
        const positions = positionsOf(of)
        if (positions.length === 0) {
          return unmet("AttributeMissing", () => `${of.name} has no attribute ${words(facet.name)}.`, true)
        }
        let empty: Unmet | null = null
        let isMet = false
        for (const position of positions) {
          const attribute = of.attributes[position]!
          const value = entities.attribute(row, position)
          if (!hasValue(value)) {
            const isAbsent = value.kind === "none" && value.isAbsent && (empty?.isAbsent ?? true)
            empty = unmet("AttributeEmpty", () => `The attribute ${attribute} has no value.`, isAbsent)
          } else if (wanted === null || wanted.matches(value)) isMet = true
          else {
            return unmet(
              "AttributeDiffers",
              () => `The attribute ${attribute} is ${shown(value)}; it must be ${words(facet.value!)}.`
            )
          }
        }
        return isMet ? null : empty
      },
      candidates: function* () {
        for (const { class: of, rows } of entities.classes) if (positionsOf(of).length > 0) yield* rows
      }
    }
  }
}
