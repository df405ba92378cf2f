import type { PropertyFacet } from "../document/IdsDocument.ts"
import type { Entities } from "../model/Entities.ts"
import { hasValue, shown } from "../values/IfcValue.ts"
import { words } from "../values/ValueWords.ts"
import { compileValue, type CompilePattern } from "../values/ValueMatcher.ts"
import { type BoundFacet, remembered, rowsWhere, type Unmet, unmet } from "./Facets.ts"

/**
 * The result of checking a property set. For each property whose name matches, it contains the reason why the property
 * does not meet the facet, or null.
 */
interface Verdict {
  readonly set: string
  readonly properties: ReadonlyMap<string, Unmet | null>
  /** The first property that does not meet the facet. */
  readonly bad: Unmet | null
}

/**
 * The properties of an occurrence replace those of its type, name by name. Every set that the name matches must have a
 * property that the name matches, and all of these must meet the facet.
 *
 * Each set is checked once, even if many entities share it.
 */
export const compileProperty = (
  facet: PropertyFacet,
  pattern: CompilePattern
): ((entities: Entities) => BoundFacet) => {
  const setName = compileValue(facet.propertySet, pattern)
  const baseName = compileValue(facet.baseName, pattern)
  const value = facet.value === null ? null : compileValue(facet.value, pattern)

  const noSet = unmet("PropertySetMissing", () => `There is no property set ${words(facet.propertySet)}.`, true)
  const noProperty = (set: string): Unmet =>
    unmet("PropertyMissing", () => `The property set ${set} has no property ${words(facet.baseName)}.`, true)

  return (entities) => {
    const isSet = remembered((name: string) => setName.matchesText(name))
    const isProperty = remembered((name: string) => baseName.matchesText(name))

    const judge = (set: number, position: number): Unmet | null => {
      const { name, properties } = entities.contents(set)
      const property = `${name}.${properties[position]}`
      const values = entities.values(set, position).filter((one) => hasValue(one.value))
      if (values.length === 0) return unmet("PropertyEmpty", () => `The property ${property} has no value.`)
      const typed = facet.dataType === null ? values : values.filter(({ type }) => type === facet.dataType)
      if (typed.length === 0) {
        const types = [...new Set(values.map(({ type }) => type ?? "no type"))].slice(0, 3).join(", ")
        const reason = () => `The property ${property} is of ${types}; it must be of ${facet.dataType}.`
        return unmet("DataTypeDiffers", reason)
      }
      if (value === null || typed.some((one) => value.matches(one.value))) return null
      const found = typed.slice(0, 3).map((one) => shown(one.value))
      const actual = typed.length > 3 ? [...found, "…"].join(", ") : found.join(", ")
      return unmet("PropertyDiffers", () => `The property ${property} is ${actual}; it must be ${words(facet.value!)}.`)
    }

    /** Returns the result of checking a set, or null if its name does not match. */
    const verdictOf = remembered((set: number): Verdict | null => {
      const { name, properties } = entities.contents(set)
      if (!isSet(name)) return null
      const found = new Map<string, Unmet | null>()
      let bad: Unmet | null = null
      for (const [position, property] of properties.entries()) {
        if (!isProperty(property)) continue
        const result = judge(set, position)
        bad ??= result
        if (result !== null || !found.has(property)) found.set(property, result)
      }
      return { set: name, properties: found, bad }
    })

    const verdictsOf = (row: number): ReadonlyArray<Verdict> => {
      const verdicts: Array<Verdict> = []
      if (row < 0) return verdicts
      const sets = entities.setsOf(row)
      for (let i = 0; i < sets.length; i++) {
        const verdict = verdictOf(sets[i]!)
        if (verdict !== null) verdicts.push(verdict)
      }
      return verdicts
    }
    const ofType = remembered(verdictsOf)

    return {
      check: (row) => {
        const own = verdictsOf(row)
        const inherited = ofType(entities.typeOf(row))
        if (own.length + inherited.length === 0) return noSet
        if (own.length + inherited.length === 1) {
          const { bad, properties, set } = own[0] ?? inherited[0]!
          return properties.size === 0 ? noProperty(set) : bad
        }
        return together(own, inherited, noProperty)
      },
      candidates: () =>
        rowsWhere(
          entities.rows,
          (row) =>
            entities.setsOf(row).length > 0 || (entities.typeOf(row) >= 0 && ofType(entities.typeOf(row)).length > 0)
        )
    }
  }
}

/** Combines the results of an entity's own sets and of those of its type. */
const together = (
  own: ReadonlyArray<Verdict>,
  inherited: ReadonlyArray<Verdict>,
  noProperty: (set: string) => Unmet
): Unmet | null => {
  const found = new Map<string, boolean>()
  for (const { properties, set } of [...own, ...inherited]) {
    found.set(set, found.get(set) === true || properties.size > 0)
  }
  const bad = own.find((verdict) => verdict.bad !== null)?.bad ?? badOfType(own, inherited)
  if (bad !== null) return bad
  for (const [set, isFound] of found) if (!isFound) return noProperty(set)
  return null
}

/** Returns the fault of a property of the type that the occurrence does not replace, or null if there is none. */
const badOfType = (own: ReadonlyArray<Verdict>, inherited: ReadonlyArray<Verdict>): Unmet | null => {
  for (const { bad, properties, set } of inherited) {
    if (bad === null) continue
    const replacing = own.filter((verdict) => verdict.set === set)
    if (replacing.length === 0) return bad
    for (const [property, result] of properties) {
      if (result !== null && !replacing.some((verdict) => verdict.properties.has(property))) return result
    }
  }
  return null
}
