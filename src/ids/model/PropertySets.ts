import type { IfcFile } from "../../ifc/index/IfcFile.ts"
import type { SetContents, TypedValue } from "./Entities.ts"
import { Links } from "./Links.ts"
import type { Measures } from "./Measures.ts"
import { ValueReader } from "./ValueReader.ts"

interface ReadSet extends SetContents {
  /** The rows of its properties, or the positions of the attributes of a predefined set. */
  readonly members: ReadonlyArray<number>
  readonly isPredefined: boolean
}

/** The measures of quantities. */
const measures: Readonly<Record<string, string>> = {
  IfcQuantityLength: "IFCLENGTHMEASURE",
  IfcQuantityArea: "IFCAREAMEASURE",
  IfcQuantityVolume: "IFCVOLUMEMEASURE",
  IfcQuantityWeight: "IFCMASSMEASURE",
  IfcQuantityTime: "IFCTIMEMEASURE",
  IfcQuantityCount: "IFCCOUNTMEASURE",
  IfcQuantityNumber: "IFCNUMERICMEASURE"
}

const known = [
  "IfcPropertySingleValue",
  "IfcPropertyEnumeratedValue",
  "IfcPropertyListValue",
  "IfcPropertyBoundedValue",
  "IfcPropertyTableValue",
  "IfcPhysicalSimpleQuantity"
] as const

/** The classes of sets with the attribute that names their properties. */
const memberAttributes: ReadonlyArray<readonly [kind: string, attribute: string]> = [
  ["IfcPropertySet", "HasProperties"],
  ["IfcElementQuantity", "Quantities"],
  ["IfcExtendedProperties", "Properties"],
  ["IfcExtendedMaterialProperties", "ExtendedProperties"]
]

/** The number of attributes of IfcPropertySetDefinition, which those of a predefined set follow. */
const inherited = 4

/**
 * The property sets of a file, each read once: those of occurrences, types, materials and profiles, including
 * quantities and predefined sets.
 */
export class PropertySets {
  private readonly sets = new Map<number, ReadSet>()
  private readonly names = new Map<string, string>()
  private readonly reader: ValueReader
  private readonly links: Links
  private readonly formOf: ReadonlyArray<(typeof known)[number] | null>

  constructor(
    private readonly file: IfcFile,
    private readonly measures: Measures
  ) {
    this.reader = new ValueReader(file)
    this.formOf = file.classes.map(({ kinds }) => known.find((kind) => kinds.has(kind)) ?? null)
    this.links = new Links(file).addAll("IfcRelDefinesByProperties", "RelatedObjects", "RelatingPropertyDefinition")
    for (const type of file.rowsOf("IfcTypeObject")) {
      if (!this.reader.openRow(type)) continue
      for (const set of new Set(this.reader.rowsAt(5))) this.links.add(type, set)
    }
    for (const [kind, attribute] of [
      ["IfcMaterialProperties", "Material"],
      ["IfcProfileProperties", "ProfileDefinition"]
    ] as const) {
      for (const row of file.rowsOf(kind)) {
        if (this.reader.openRow(row)) this.links.add(this.reader.row(this.position(row, attribute)), row)
      }
    }
  }

  of(row: number): Int32Array {
    return this.links.of(row)
  }

  contents(row: number): ReadSet {
    return this.sets.getOrInsertComputed(row, () => this.read(row))
  }

  values(row: number, property: number): ReadonlyArray<TypedValue> {
    const { isPredefined, members } = this.contents(row)
    const member = members[property]!
    if (isPredefined) return this.predefined(row, member)
    const read = this.reader
    if (!read.openRow(member)) return []
    const inSi = (unit: number) => (value: TypedValue) => this.measures.inSi(value, unit)
    switch (this.formOf[this.file.index.type[member]!]) {
      case "IfcPropertySingleValue":
        return [inSi(read.row(3))(read.typed(2))]
      case "IfcPropertyListValue":
        return read.list(2).map(inSi(read.row(3)))
      case "IfcPropertyEnumeratedValue": {
        const reference = read.row(3)
        const values = read.list(2)
        return values.map(inSi(this.unitOfEnumeration(reference)))
      }
      case "IfcPropertyBoundedValue":
        return [2, 3, 5].map((argument) => read.typed(argument)).map(inSi(read.row(4)))
      case "IfcPropertyTableValue":
        return [...read.list(2).map(inSi(read.row(5))), ...read.list(3).map(inSi(read.row(6)))]
      default: {
        const type = measures[this.file.classOf(member).name] ?? "IFCREAL"
        const literal = this.file.schema.literal(type)
        return [inSi(read.row(2))({ type, value: read.typed(3, literal).value })]
      }
    }
  }

  private predefined(row: number, position: number): ReadonlyArray<TypedValue> {
    const { attributes, kinds, name } = this.file.classOf(row)
    if (!this.reader.openRow(row)) return []
    const { type: written, value } = this.reader.typed(position)
    const type = written ?? this.measures.typeOfAttribute(name, kinds, attributes[position]!)
    return [this.measures.inSi({ type, value }, -1)]
  }

  private unitOfEnumeration(row: number): number {
    return this.file.is(row, "IfcPropertyEnumeration") && this.reader.openRow(row) ? this.reader.row(2) : -1
  }

  private read(row: number): ReadSet {
    const { file, reader: read } = this
    const empty = { name: "", properties: [], members: [], isPredefined: false }
    if (!read.openRow(row)) return empty
    const name = this.interned(read.text(this.position(row, "Name")) ?? "")
    const form = memberAttributes.find(([kind]) => file.is(row, kind))
    if (form === undefined) return file.is(row, "IfcPropertySetDefinition") ? this.readPredefined(row, name) : empty
    const members = read
      .rowsAt(this.position(row, form[1]))
      .filter((member) => this.formOf[file.index.type[member]!] !== null)
    const properties = members.map((member) => this.interned(read.openRow(member) ? (read.text(0) ?? "") : ""))
    return { name, properties, members, isPredefined: false }
  }

  private readPredefined(row: number, name: string): ReadSet {
    const { attributes } = this.file.classOf(row)
    const members = attributes.map((_, position) => position).slice(inherited)
    return { name, properties: members.map((position) => attributes[position]!), members, isPredefined: true }
  }

  private position(row: number, attribute: string): number {
    return this.file.classOf(row).attributes.indexOf(attribute)
  }

  /** Returns the shared copy of a name, so that equal names are stored once. */
  private interned(name: string): string {
    return this.names.getOrInsert(name, name)
  }
}
