import type { ClassificationFacet } from "../document/IdsDocument.ts"
import type { Entities } from "../model/Entities.ts"
import { words } from "../values/ValueWords.ts"
import { compileValue, type CompilePattern } from "../values/ValueMatcher.ts"
import { type BoundFacet, remembered, rowsWhere, unmet } from "./Facets.ts"

/** The classifications of an occurrence replace those of its type, system by system. */
export const compileClassification = (
  facet: ClassificationFacet,
  pattern: CompilePattern
): ((entities: Entities) => BoundFacet) => {
  const system = compileValue(facet.system, pattern)
  const value = facet.value === null ? null : compileValue(facet.value, pattern)
  const none = unmet("NotClassified", () => "There is no classification.", true)
  return (entities) => {
    const isSystem = remembered((name: string | null) => name !== null && system.matchesText(name))
    const fits = new Map<number, boolean>()
    /** Returns whether the code of a reference, or of one above it, has the value. */
    const hasValue = (reference: number): boolean => {
      const chain: Array<number> = []
      let found = false
      for (let at = reference; at >= 0; at = entities.classification(at).parent) {
        const known = fits.get(at)
        if (known === undefined) chain.push(at)
        const { code } = entities.classification(at)
        found = known ?? (code !== null && value!.matchesText(code))
        if (found || known !== undefined) break
        fits.set(at, false)
      }
      for (const at of chain) fits.set(at, found)
      return found
    }
    const check = (references: Iterable<number>) => {
      let isClassified = false
      let ofSystem = -1
      for (const reference of references) {
        isClassified = true
        if (!isSystem(entities.classification(reference).system)) continue
        if (value === null || hasValue(reference)) return null
        ofSystem = reference
      }
      if (!isClassified) return none
      if (ofSystem < 0) {
        return unmet("SystemDiffers", () => `There is no classification by the system ${words(facet.system)}.`)
      }
      return unmet("ClassificationDiffers", () => {
        const { code, system: name } = entities.classification(ofSystem)
        const actual = code === null ? "no code" : JSON.stringify(code)
        return `The classification by ${name} is ${actual}; it must be ${words(facet.value!)}.`
      })
    }
    return {
      check: (row) => check(referencesOf(entities, row)),
      candidates: () =>
        rowsWhere(entities.rows, (row) => {
          const type = entities.typeOf(row)
          return (
            entities.classificationsOf(row).length > 0 || (type >= 0 && entities.classificationsOf(type).length > 0)
          )
        })
    }
  }
}

function* referencesOf(entities: Entities, row: number): Generator<number> {
  const own = entities.classificationsOf(row)
  const type = entities.typeOf(row)
  for (let i = 0; i < own.length; i++) yield own[i]!
  if (type < 0) return
  const inherited = entities.classificationsOf(type)
  if (inherited.length === 0) return
  const systems = new Set(Array.from(own, (reference) => entities.classification(reference).system))
  for (let i = 0; i < inherited.length; i++) {
    if (!systems.has(entities.classification(inherited[i]!).system)) yield inherited[i]!
  }
}
