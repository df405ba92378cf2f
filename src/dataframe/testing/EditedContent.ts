import * as DerivedUuid from "../../domain/DerivedUuid.ts"
import type { Edit, EditedValue } from "../../domain/edits/Edit.ts"
import type { ModelContent } from "../../domain/models/ModelContent.ts"

/**
 * A content after edits, cell by cell and without a thought for speed: what tests compare an edited table with. A cell
 * that comes to be the occurrence's, or the type's again, stands behind the others of its product.
 */
export const edited = (content: ModelContent, modelGuid: string, edits: ReadonlyArray<Edit>): ModelContent => {
  const last = lastOf(edits)
  const { products: p } = content
  const texts = [...content.texts]
  const lists = new Map(content.lists)
  const units = [...content.units]
  const locations = [...content.locations]
  const materials = [...content.materials]
  const materialSets = [...content.materialSets]
  const codes = [...content.codes]
  const codeSets = [...content.codeSets]
  const values = { kind: [...content.values.kind], number: [...content.values.number], unit: [...content.values.unit] }
  const ofKind = <K extends Edit["kind"]>(kind: K) => last.filter((edit) => edit.kind === kind) as Array<Extract<Edit, { readonly kind: K }>> // prettier-ignore
  const rowOfGuid = new Map(p.guid.map((guid, row) => [guid, row]))
  const rowOf = ({ guid }: Edit): number => rowOfGuid.get(guid) ?? -1

  // No table contains a property that no product has.
  const known = content.properties.filter((_, i) => content.cells.property.includes(i))
  const news = ofKind("Property").filter(
    (edit) => rowOf(edit) !== -1 && !known.some(({ set, name }) => set === edit.set && name === edit.name)
  )
  const keys = [...new Set(news.map(({ set, name }) => `${set}\0${name}`))].sort()
  const properties = [
    ...known,
    ...keys.map((key) => {
      const [set, name] = key.split("\0") as [string, string]
      return { set, name, quantity: false, enumeration: null }
    })
  ]
  const rows = Array.from({ length: p.count }, () => [] as Array<{ property: number; value: number; flags: number }>)
  for (let i = 0; i < content.cells.count; i++) {
    const { flags, product, property, value } = content.cells
    rows[product[i]!]!.push({
      property: known.indexOf(content.properties[property[i]!]!),
      value: value[i]!,
      flags: flags[i]!
    })
  }
  const valueOf = ({ type, unit, value }: EditedValue): number => {
    let unitIndex = unit === null ? -1 : units.findIndex(({ name }) => name === unit)
    if (unit !== null && unitIndex === -1) unitIndex = units.push({ name: unit, kind: "", toSi: 1, offset: 0 }) - 1
    values.unit.push(unitIndex)
    const word = type === "Enum" ? 8 : 0
    const text = (of: string): number => texts.push(of) - 1
    if (value === null) return values.number.push(0) && values.kind.push(0) - 1
    if (typeof value === "boolean") return values.number.push(value ? 1 : 0) && values.kind.push(4) - 1
    if (typeof value === "number") return values.number.push(value) && values.kind.push(type === "Integer" ? 3 : 2) - 1
    if (typeof value === "string") return values.number.push(text(value)) && values.kind.push(1 | word) - 1
    const items = value.map(String)
    const joined = text(items.join("; "))
    const isAmbiguous = items.length > 1 && items.some((item) => item.includes("; "))
    if (isAmbiguous) lists.set(joined, items.map(({ length }) => length)) // prettier-ignore
    return values.number.push(joined) && values.kind.push(1 | word | (value.length > 1 ? 16 : 0)) - 1
  }
  const placed = ofKind("Property")
    .map((edit) => ({
      edit,
      property: properties.findIndex(({ set, name }) => set === edit.set && name === edit.name)
    }))
    .sort((a, b) => a.property - b.property)
  for (const { edit, property } of placed) {
    const cells = rows[rowOf(edit)]
    if (cells === undefined) continue
    const own = cells.findIndex((cell) => cell.property === property && (cell.flags & 1) === 0)
    const type = cells.findIndex((cell) => cell.property === property && (cell.flags & 1) !== 0)
    if (!("deleted" in edit.now)) {
      if (edit.now.quantity) properties[property] = { ...properties[property]!, quantity: true }
      const cell = { property, value: valueOf(edit.now), flags: 0 }
      if (own !== -1) cells[own] = cell
      else {
        if (type !== -1) cells[type]!.flags |= 2
        cells.push(cell)
      }
    } else if (own !== -1) {
      const shown = type === -1 ? [] : [{ ...cells[type]!, flags: 1 }]
      rows[rowOf(edit)] = [...cells.filter((cell) => cell.property !== property), ...shown]
    }
  }

  const attributes = {
    Name: Int32Array.from(p.nameText),
    Description: Int32Array.from(p.descriptionText),
    ObjectType: Int32Array.from(p.objectTypeText),
    Tag: Int32Array.from(p.tagText),
    PredefinedType: Int32Array.from(p.predefinedTypeText)
  }
  for (const edit of ofKind("Attribute")) {
    const { name, now } = edit
    const ofType = texts[p.ofType.predefinedTypeText[rowOf(edit)] ?? -1] ?? ""
    const givesWay = name === "PredefinedType" && now === "NOTDEFINED" && ofType !== ""
    attributes[name][rowOf(edit)] = now === null || givesWay ? -1 : texts.push(now) - 1
  }

  const location = Int32Array.from(p.location)
  const moved = new Set<number>()
  for (const edit of ofKind("SpatialLocation")) {
    const { now } = edit
    if (now !== "" && !locations.some(({ guid }) => guid === now)) {
      locations.push({ guid: now, name: "", type: "", parent: -1, longName: null, properties: [] })
    }
    location[rowOf(edit)] = locations.findIndex(({ guid }) => guid === now)
    moved.add(rowOf(edit))
  }
  for (let row = 0; row < p.count; row++) {
    let at = row
    while (at !== -1 && !moved.has(at)) at = p.whole[at]!
    if (at !== -1) location[row] = location[at]!
  }

  const materialSet = Int32Array.from(p.materialSet)
  for (const edit of ofKind("Material")) {
    materialSet[rowOf(edit)] = -1
    if (typeof edit.now !== "string") continue
    let material = materials.findIndex(({ name }) => DerivedUuid.ofMaterial(modelGuid, name) === edit.now)
    if (material === -1)
      material = materials.push({ name: external.material, description: null, category: null, properties: [] }) - 1
    const layers = [{ material, name: null, thickness: null, fraction: null }]
    materialSet[rowOf(edit)] = materialSets.push({ name: null, form: "single", layers }) - 1
  }

  const codesOf = Array.from({ length: p.count }, (_, row) => content.codeSets[p.codeSet[row]!] ?? [])
  const codeOf = (guid: string): number => {
    const found = codes.findIndex(({ codification, identification }) => {
      return DerivedUuid.ofCode(modelGuid, content.codifications[codification]!.name, identification) === guid
    })
    if (found !== -1) return found
    return codes.push({ ...external.code, codification: 0, name: "", description: null, uri: null, parent: -1 }) - 1
  }
  for (const row of codesOf.keys()) {
    const all = ofKind("Codes").find((edit) => rowOf(edit) === row)
    const single = ofKind("Code").filter((edit) => rowOf(edit) === row)
    const added = single.filter(({ now }) => now).map(({ code }) => codeOf(code))
    const removed = new Set(single.filter(({ now }) => !now).map(({ code }) => codeOf(code)))
    const start = all?.now.map(codeOf) ?? codesOf[row]!
    codesOf[row] = [...new Set([...start.filter((code) => !removed.has(code)), ...added])]
  }

  const gone = new Set(ofKind("Deleted").map(rowOf))
  const left = [...rows.keys()].filter((row) => !gone.has(row))
  const placeOf = new Map(left.map((row, place) => [row, place]))
  const ints = (of: Int32Array): Int32Array => Int32Array.from(left, (row) => of[row]!)
  const cells = left.flatMap((row, product) => rows[row]!.map((cell) => ({ ...cell, product })))
  return {
    ...content,
    texts,
    units,
    lists,
    locations,
    materials,
    materialSets,
    codes,
    codeSets,
    properties,
    products: {
      count: left.length,
      guid: left.map((row) => p.guid[row]!),
      classes: p.classes,
      class: Uint16Array.from(left, (row) => p.class[row]!),
      nameText: ints(attributes.Name),
      descriptionText: ints(attributes.Description),
      objectTypeText: ints(attributes.ObjectType),
      tagText: ints(attributes.Tag),
      typeNameText: ints(p.typeNameText),
      overallHeight: Float64Array.from(left, (row) => p.overallHeight[row]!),
      overallWidth: Float64Array.from(left, (row) => p.overallWidth[row]!),
      groupSet: ints(p.groupSet),
      location: ints(location),
      predefinedTypeText: ints(attributes.PredefinedType),
      materialSet: ints(materialSet),
      codeSet: Int32Array.from(left, (row) => (codesOf[row]!.length === 0 ? -1 : codeSets.push(codesOf[row]!) - 1)),
      ofType: {
        predefinedTypeText: ints(p.ofType.predefinedTypeText),
        materialSet: ints(p.ofType.materialSet),
        codeSet: ints(p.ofType.codeSet)
      },
      whole: Int32Array.from(left, (row) => placeOf.get(p.whole[row]!) ?? -1),
      hasShape: Uint8Array.from(left, (row) => p.hasShape[row]!)
    },
    values: {
      kind: Uint8Array.from(values.kind),
      number: Float64Array.from(values.number),
      unit: Int16Array.from(values.unit)
    },
    cells: {
      count: cells.length,
      product: Uint32Array.from(cells, ({ product }) => product),
      property: Uint32Array.from(cells, ({ property }) => property),
      value: Uint32Array.from(cells, ({ value }) => value),
      flags: Uint8Array.from(cells, ({ flags }) => flags)
    }
  }
}

/** Edits name these references, which no content has, by the guids that they would have in a content. */
export const external = { material: "from elsewhere", code: { identification: "from elsewhere" } } as const

/** Returns the last of several edits of each cell; an edit of all codes of a product replaces edits of single ones. */
const lastOf = (edits: ReadonlyArray<Edit>): ReadonlyArray<Edit> => {
  const seen = new Set<string>()
  const cellOf = (edit: Edit): string => {
    const set = edit.kind === "Property" ? edit.set : ""
    const name = edit.kind === "Property" || edit.kind === "Attribute" ? edit.name : ""
    return JSON.stringify([edit.guid, edit.kind, set, name, edit.kind === "Code" ? edit.code : ""])
  }
  const isLast = (edit: Edit): boolean => {
    const cell = cellOf(edit)
    if (seen.has(cell)) return false
    seen.add(cell)
    return edit.kind !== "Code" || !seen.has(cellOf({ kind: "Codes", guid: edit.guid, now: [] }))
  }
  return edits.toReversed().filter(isLast).toReversed()
}
