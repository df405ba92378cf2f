import type { Specification } from "../document/IdsDocument.ts"
import type { Entities } from "../model/Entities.ts"

/**
 * Returns the reason why a required specification applies to nothing, with classes that the author may have meant
 * instead.
 */
export const whyNothingApplies = ({ applicability }: Specification, entities: Entities): string => {
  if (applicability.length === 0) return "The specification does not say what it applies to."
  const none = "Nothing in the model is what the specification applies to."
  const name = applicability.find((facet) => facet.facet === "entity")?.name
  if (name === undefined || !("simple" in name)) return none
  const present = entities.classes.filter(({ rows }) => rows.length > 0)
  if (present.some((one) => one.class.name.toUpperCase() === name.simple)) return none
  const below = present.filter(({ class: { kinds } }) =>
    [...kinds].some((kind) => kind.toUpperCase() === name.simple.toUpperCase())
  )
  const lacks = `The model has no entity of the class ${JSON.stringify(name.simple)}.`
  if (below.length === 0) return lacks
  const others = below.slice(0, 3).map(({ class: { name: other }, rows }) => `${rows.length} of ${other}`)
  return `${lacks} It has ${others.join(", ")}, which counts as a class of its own.`
}
