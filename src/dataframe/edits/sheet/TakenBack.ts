import type { SentValue } from "../../../domain/edits/Modification.ts"
import type { ModificationVerb } from "../../../domain/edits/Modification.ts"
import type { Scalar } from "../../../domain/products/Filter.ts"
import * as Forms from "../../query/Forms.ts"
import * as Names from "../../query/Names.ts"
import type { TableProperty } from "../../table/ProductTable.ts"
import type { Seen } from "../overlay/Layers.ts"

/** A modification that gives a cell of the caller's view the public value again. */
interface TakenBack {
  readonly verb: ModificationVerb
  /** The set of a property, null for other fields. */
  readonly set: string | null
  readonly value: Scalar | ReadonlyArray<string>
}

const propertiesOf = ({ table, view }: Seen, key: string): ReadonlyArray<TableProperty> => {
  const field = Names.resolve(Names.of(table, view), key)
  return field.kind === "Property" ? field.properties : []
}

/** Returns the cell of a property, undefined if the product lacks it. */
const cellOf = ({ column }: TableProperty, row: number) => {
  const cell = column.cellOf(row)
  return cell === -1 ? undefined : { value: column.at(row) ?? null, isOfType: column.isOfType(cell) }
}

const ofProperty = (present: Seen, published: Seen, key: string, row: number): ReadonlyArray<TakenBack> => {
  const idOf = ({ name, set }: TableProperty): string => `${set}\0${name}`
  const before = new Map(propertiesOf(published, key).map((property) => [idOf(property), property]))
  const now = new Map(propertiesOf(present, key).map((property) => [idOf(property), property]))
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((id): ReadonlyArray<TakenBack> => {
    const [was, is] = [before.get(id), now.get(id)].map((property) => property && cellOf(property, row))
    const { set } = (before.get(id) ?? now.get(id))!
    if (was?.value === is?.value && was?.isOfType === is?.isOfType) return []
    return was === undefined || (was.isOfType && is?.isOfType === false)
      ? [{ verb: "delete", set, value: null }]
      : [{ verb: "addOrUpdate", set, value: was.value }]
  })
}

const ofMaterial = ({ table, view }: Seen, row: number): TakenBack | null => {
  const materials = table.reference("materialSet")
  const { entries, shown } = Forms.of(table, view).materials[materials.keyOf(row)]!
  if (entries.length > 0 && materials.isOfType(row)) return { verb: "delete", set: null, value: null }
  const isWhole = entries.length === 0 || shown.MaterialId !== null
  return isWhole ? { verb: "addOrUpdate", set: null, value: shown.MaterialId } : null
}

/**
 * Returns the modifications that give a cell the public value again, exactly. Returns null if there are none: nothing
 * but a file gives a product a set of layers.
 */
export const takenBack = (
  present: Seen,
  published: Seen,
  key: string,
  row: number,
  value: Scalar
): ReadonlyArray<TakenBack> | null => {
  const { table, view } = published
  switch (key) {
    case "SpatialLocation": {
      const { shown } = Forms.of(table, view).places[table.reference("location").keyOf(row)]!
      return [{ verb: "addOrUpdate", set: null, value: shown.SpatialLocationId || null }]
    }
    case "Material": {
      const found = ofMaterial(published, row)
      return found === null ? null : [found]
    }
    case "Code": {
      const codes = Forms.of(table, view).codeSets[table.reference("codeSet").keyOf(row)]!
      const own = codes.filter(({ isOfType }) => !isOfType).map(({ guid }) => guid)
      return [{ verb: "update", set: null, value: own }]
    }
    default: {
      const field = Names.resolve(Names.of(present.table, present.view), key)
      const found = field.kind === "Attribute" ? [] : ofProperty(present, published, key, row)
      return found.length > 0 ? found : [{ verb: "addOrUpdate", set: null, value }]
    }
  }
}

/** Returns the value as a request sends it, with the set of a property. */
export const sentOf = (set: string | null, value: SentValue): SentValue =>
  set === null ? value : { members: { PropertySet: set, Value: value }, keys: [] }
