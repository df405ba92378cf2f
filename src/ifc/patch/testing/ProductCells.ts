import type { Edit } from "../../../domain/edits/Edit.ts"
import {
  CELL_OF_TYPE,
  type ModelContent,
  VALUE_BOOLEAN,
  VALUE_INTEGER,
  VALUE_KIND_MASK,
  VALUE_NULL,
  VALUE_REAL,
  VALUE_TEXT
} from "../../../domain/models/ModelContent.ts"
import type { Library } from "../PatchModel.ts"

/** The own values of a product by field. Attributes are in an empty set; the unit of a cell has the key `unitKey`. */
export type Cells = Map<string, string>

/** A set with its materials by their names. */
const materialOf = ({ materialSets, materials }: ModelContent, index: number): unknown => {
  const set = materialSets[index]
  return set && { ...set, layers: set.layers.map((layer) => ({ ...layer, material: materials[layer.material]?.name })) }
}

const keyOfCode = ({ codes, codifications }: ModelContent, index: number): string => {
  const { codification, identification } = codes[index]!
  return `${codifications[codification]?.name ?? ""}:${identification}`
}

const unitKey = (field: string): string => `${field}\0unit`

/** Returns the own values of each product, by guid. */
export const ownOf = (content: ModelContent): Map<string, Cells> => {
  const { cells, products, properties, texts, units, values } = content
  const all = products.guid.map((_, i): Cells => {
    const text = (index: number) => texts[index] ?? ""
    return new Map([
      ["\0Name", text(products.nameText[i]!)],
      ["\0Description", text(products.descriptionText[i]!)],
      ["\0ObjectType", text(products.objectTypeText[i]!)],
      ["\0Tag", text(products.tagText[i]!)],
      ["\0PredefinedType", text(products.predefinedTypeText[i]!)],
      ["\0Location", content.locations[products.location[i]!]?.guid ?? ""],
      ["\0Material", JSON.stringify(materialOf(content, products.materialSet[i]!))],
      [
        "\0Codes",
        (content.codeSets[products.codeSet[i]!] ?? [])
          .map((code) => keyOfCode(content, code))
          .sort()
          .join()
      ]
    ])
  })
  for (let cell = 0; cell < cells.count; cell++) {
    if ((cells.flags[cell]! & CELL_OF_TYPE) !== 0) continue
    const value = cells.value[cell]!
    const { name, set } = properties[cells.property[cell]!]!
    const kind = values.kind[value]! & VALUE_KIND_MASK
    const number = values.number[value]!
    const own = all[cells.product[cell]!]!
    own.set(`${set}\0${name}`, shown(kind, kind === VALUE_TEXT ? texts[number]! : number))
    const unit = units[values.unit[value]!]
    if (unit !== undefined) own.set(unitKey(`${set}\0${name}`), unit.name)
  }
  return new Map(products.guid.map((guid, i) => [guid, all[i]!]))
}

const shown = (kind: number, value: string | number): string =>
  kind === VALUE_TEXT ? String(value) : kind === VALUE_NULL ? "null" : `${kind} ${value}`

const kindOf = { String: VALUE_TEXT, Real: VALUE_REAL, Integer: VALUE_INTEGER, Boolean: VALUE_BOOLEAN } as const

type PropertyEdit = Extract<Edit, { readonly kind: "Property" }>

const editProperty = (own: Cells, { name, now, set }: PropertyEdit): void => {
  const key = `${set}\0${name}`
  own.delete(unitKey(key))
  if ("deleted" in now) own.delete(key)
  else {
    const { type, value } = now
    const kind = value === null ? VALUE_NULL : kindOf[type as keyof typeof kindOf]
    const text = value !== null && typeof value === "object" ? value.join("; ") : String(value)
    own.set(key, shown(kind, kind === VALUE_TEXT ? text : Number(value)))
  }
}

/** Applies edits to the values of products. The units of edited cells are left out: see `withoutUnits`. */
export const edited = (
  before: ReadonlyMap<string, Cells>,
  edits: ReadonlyArray<Edit>,
  { codes, materials }: Library,
  { guid: guids, whole }: ModelContent["products"]
): Map<string, Cells> => {
  const cells = new Map(before)
  /** Its own copy of the cells of a product. */
  const own = (guid: string): Cells => {
    const known = cells.get(guid)!
    if (known !== before.get(guid)) return known
    const copy = new Map(known)
    cells.set(guid, copy)
    return copy
  }
  const keyOf = (guid: string): string => {
    const { identification, system } = codes.get(guid)!
    return `${system?.name ?? ""}:${identification}`
  }
  const moved = new Map<string, string>()
  const gone = new Set(edits.filter(({ kind }) => kind === "Deleted").map(({ guid }) => guid))
  for (const edit of edits) {
    if (gone.has(edit.guid)) continue
    if (edit.kind === "Material") {
      const name = typeof edit.now === "string" ? materials.get(edit.now)?.name : undefined
      const layers = [{ material: name, name: null, thickness: null, fraction: null }]
      const set = name === undefined ? undefined : { name, form: "single", layers }
      own(edit.guid).set("\0Material", JSON.stringify(set))
    }
    if (edit.kind === "Codes") own(edit.guid).set("\0Codes", edit.now.map(keyOf).sort().join())
    if (edit.kind === "Code") {
      const had = new Set(own(edit.guid).get("\0Codes")!.split(",").filter(Boolean))
      if (edit.now) had.add(keyOf(edit.code))
      else had.delete(keyOf(edit.code))
      own(edit.guid).set("\0Codes", [...had].sort().join())
    }
    if (edit.kind === "SpatialLocation") moved.set(edit.guid, edit.now)
    if (edit.kind === "Attribute") own(edit.guid).set(`\0${edit.name}`, edit.now ?? "")
    if (edit.kind === "Property") editProperty(own(edit.guid), edit)
  }
  for (const guid of gone) cells.delete(guid)
  // Parts without an own location follow their wholes.
  for (const [product, guid] of moved.size === 0 ? [] : guids.entries()) {
    let at = product
    for (let depth = 0; at >= 0 && !moved.has(guids[at]!) && depth < guids.length; depth++) at = whole[at]!
    if (at >= 0 && cells.has(guid)) own(guid).set("\0Location", moved.get(guids[at]!)!)
  }
  return cells
}

/** Removes the units of edited cells, because the unit depends on the type of the value. */
export const withoutUnits = (cells: ReadonlyMap<string, Cells>, edits: ReadonlyArray<Edit>): void => {
  for (const edit of edits) {
    if (edit.kind === "Property") cells.get(edit.guid)?.delete(unitKey(`${edit.set}\0${edit.name}`))
  }
}
