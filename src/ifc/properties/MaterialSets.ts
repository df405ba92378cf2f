import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { PropertyRow } from "../../domain/products/PropertyRow.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import type { Properties } from "./Properties.ts"
import type { Values } from "./Values.ts"

const { most: mostRows } = limits.propertiesOfMaterial
const { most: mostLetters } = limits.lettersOfMaterial

/** The deepest nesting of complex properties, which may refer to each other in circles. */
const deepest = 16

/** The attributes of sets with their material, their name (-1: none) and their properties (-1: fixed attributes). */
const forms: ReadonlyArray<readonly [string, number, number, number]> = [
  ["IfcExtendedMaterialProperties", 0, 3, 1],
  ["IfcExtendedProperties", 3, 0, 2],
  ["IfcMaterialProperties", 0, -1, -1]
]

/**
 * The property sets of the materials of a file. Fixed attributes of IFC2X3 are a set named like their class.
 *
 * Source: IFC 4.3 and IFC2x3, IfcMaterialProperties and its subtypes.
 */
export class MaterialSets {
  constructor(
    private readonly file: IfcFile,
    private readonly properties: Properties,
    private readonly values: Values
  ) {}

  /** Yields the rows of each set and the row of its material, in the order of the file. */
  *all(): Generator<{ readonly material: number; readonly rows: ReadonlyArray<PropertyRow> }> {
    const { file } = this
    const read = file.reader()
    for (const row of file.rowsOf("IfcMaterialProperties")) {
      const form = forms.find(([kind]) => file.is(row, kind))
      if (form === undefined || !read.openRow(row)) continue
      const [, material, name, members] = form
      const { attributes, name: className } = file.classOf(row)
      const set = (name < 0 ? null : read.name(name)) ?? className
      const found: Array<PropertyRow> = []
      const target = read.row(material)
      if (members < 0) {
        for (let i = material + 1; i < attributes.length; i++) {
          const value = read.number(i)
          if (Number.isFinite(value)) found.push({ set, name: attributes[i]!, value: JSON.stringify(value) })
        }
      } else {
        const rows: Array<number> = []
        read.references(members, (id) => rows.push(file.rowOf(id)))
        for (const member of rows) this.add(set, "", member, found, 0)
      }
      yield { material: target, rows: found }
    }
  }

  /** Returns those rows that a material with these rows may have in addition. Of one set and name the first counts. */
  admitted(
    known: ReadonlyArray<PropertyRow>,
    rows: ReadonlyArray<PropertyRow>,
    material: string
  ): ReadonlyArray<PropertyRow> {
    const { log, shared } = this.file
    const lengthOf = ({ name, set, value }: PropertyRow): number => set.length + name.length + value.length
    const keys = new Set(known.map(({ name, set }) => `${set}\0${name}`))
    let letters = known.reduce((sum, row) => sum + lengthOf(row), 0)
    return rows.filter((row) => {
      const key = `${row.set}\0${row.name}`
      if (keys.has(key)) return false
      letters += lengthOf(row)
      if (keys.size === mostRows || letters > mostLetters) {
        const reached = keys.size === mostRows ? limits.propertiesOfMaterial : limits.lettersOfMaterial
        log.count(sentenceOf(reached), material)
        return false
      }
      if (!shared.affords("Properties of materials", [row.set, row.name, row.value])) return false
      keys.add(key)
      return true
    })
  }

  private add(set: string, prefix: string, row: number, found: Array<PropertyRow>, depth: number): void {
    const { file, properties } = this
    if (!properties.isProperty(row) || found.length > mostRows) return
    if (properties.isComplex(row)) {
      const { name, rows } = properties.parts(row)
      if (name < 0 || depth === deepest) return
      for (const part of rows) this.add(set, `${prefix}${file.texts.texts[name]!}.`, part, found, depth + 1)
      return
    }
    const name = properties.name(row)
    if (name < 0) return
    const value = this.values.textOf(properties.value(row))
    found.push({ set, name: file.texts.cutName(prefix + file.texts.texts[name]!), value })
  }
}
