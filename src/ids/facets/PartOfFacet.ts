import { type PartOfFacet, relations } from "../document/IdsDocument.ts"
import type { Entities } from "../model/Entities.ts"
import { words } from "../values/ValueWords.ts"
import type { CompilePattern } from "../values/ValueMatcher.ts"
import { compileEntity } from "./EntityFacet.ts"
import { type BoundFacet, rowsWhere, unmet } from "./Facets.ts"

const none = 0
const part = 1
const partOfFitting = 2

/**
 * Finds all parts of matching wholes in one walk from the wholes down, so that the time is proportional to the number
 * of relations, however deep they are, and cycles end.
 */
export const compilePartOf = (facet: PartOfFacet, pattern: CompilePattern): ((entities: Entities) => BoundFacet) => {
  const whole = compileEntity(facet.entity, pattern)
  const kinds = facet.relation === null ? relations : [facet.relation]
  return (entities) => {
    let marks: Uint8Array | null = null
    const marked = (): Uint8Array => (marks ??= mark(entities, kinds, (row) => fitting.check(row) === null))
    const fitting = whole(entities)
    return {
      check: (row) => {
        const state = marked()[row]
        if (state === partOfFitting) return null
        const wanted = `${words(facet.entity.name)}${
          facet.entity.predefinedType === null ? "" : ` of the predefined type ${words(facet.entity.predefinedType)}`
        }`
        const by = facet.relation === null ? "" : ` by ${facet.relation}`
        return state === none
          ? unmet("PartOfNothing", () => `It is part of nothing${by}; it must be part of ${wanted}.`, true)
          : unmet("WholeDiffers", () => `It is part of others${by}, but of none that is ${wanted}.`)
      },
      candidates: () => rowsWhere(entities.rows, (row) => marked()[row] === partOfFitting)
    }
  }
}

const mark = (entities: Entities, kinds: ReadonlyArray<string>, fits: (row: number) => boolean): Uint8Array => {
  const marks = new Uint8Array(entities.rows)
  const partsOf = new Map<number, Array<number>>()
  for (const kind of kinds) {
    entities.eachPart(kind, (whole, of) => {
      marks[of] = part
      partsOf.getOrInsertComputed(whole, () => []).push(of)
    })
  }
  const open = [...partsOf.keys()].filter(fits)
  for (let whole = open.pop(); whole !== undefined; whole = open.pop()) {
    for (const of of partsOf.get(whole) ?? []) {
      if (marks[of] === partOfFitting) continue
      marks[of] = partOfFitting
      open.push(of)
    }
  }
  return marks
}
