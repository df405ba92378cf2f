import type { IfcFile } from "../../ifc/index/IfcFile.ts"
import type { IfcClass } from "../../ifc/schema/Schema.ts"
import type { IfcValue } from "../values/IfcValue.ts"
import { Classifications } from "./Classifications.ts"
import type { ClassificationReference, ClassRows, Entities, Identity, SetContents, TypedValue } from "./Entities.ts"
import { eachPair } from "./Links.ts"
import { Materials } from "./Materials.ts"
import { Measures } from "./Measures.ts"
import { classByType } from "./OccurrenceClasses.ts"
import { PropertySets } from "./PropertySets.ts"
import { ValueReader } from "./ValueReader.ts"

/** The relations that `partOf` names, each with the attributes of the whole and of the part. */
const wholes: Readonly<Record<string, ReadonlyArray<readonly [relation: string, whole: string, part: string]>>> = {
  IFCRELAGGREGATES: [["IfcRelAggregates", "RelatingObject", "RelatedObjects"]],
  IFCRELNESTS: [["IfcRelNests", "RelatingObject", "RelatedObjects"]],
  IFCRELASSIGNSTOGROUP: [["IfcRelAssignsToGroup", "RelatingGroup", "RelatedObjects"]],
  IFCRELCONTAINEDINSPATIALSTRUCTURE: [["IfcRelContainedInSpatialStructure", "RelatingStructure", "RelatedElements"]],
  "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT": [
    ["IfcRelVoidsElement", "RelatingBuildingElement", "RelatedOpeningElement"],
    ["IfcRelFillsElement", "RelatingOpeningElement", "RelatedBuildingElement"]
  ]
}

/** Attributes that hold the text of a user-defined predefined type. */
const userDefined = ["ObjectType", "ElementType", "ProcessType", "ResourceType"]

/** The entities of a file without edits. The file must have been opened with its shapes. */
export class FileEntities implements Entities {
  readonly classes: ReadonlyArray<ClassRows>
  private readonly upper: ReadonlyArray<ReadonlyArray<string>>
  /** The names by the class of an occurrence and that of its type. */
  private readonly namesByType = new Map<number, ReadonlyArray<string>>()
  private readonly reader: ValueReader
  private readonly measures: Measures
  private readonly sets: PropertySets
  private readonly materials: Materials
  private readonly classifications: Classifications
  private readonly types: Int32Array

  constructor(private readonly file: IfcFile) {
    this.reader = new ValueReader(file)
    this.measures = new Measures(file)
    this.sets = new PropertySets(file, this.measures)
    this.materials = new Materials(file)
    this.classifications = new Classifications(file)
    this.types = new Int32Array(file.rows).fill(-1)
    eachPair(file, "IfcRelDefinesByType", "RelatedObjects", "RelatingType", (row, type) => {
      if (row >= 0 && this.types[row] === -1) this.types[row] = type
    })
    this.upper = file.classes.map(({ name }) => [name.toUpperCase()])
    const counts = new Map<number, number>()
    for (const type of file.index.type) counts.set(type, (counts.get(type) ?? 0) + 1)
    const rows = new Map([...counts].map(([type, count]) => [type, new Uint32Array(count)]))
    const next = new Map<number, number>()
    for (const [row, type] of file.index.type.entries()) {
      const at = next.get(type) ?? 0
      rows.get(type)![at] = row
      next.set(type, at + 1)
    }
    this.classes = [...rows]
      .map(([type, of]) => ({ class: file.classes[type]!, rows: of }))
      .filter((one) => one.class.kinds.size > 0)
  }

  get rows(): number {
    return this.file.rows
  }

  classOf(row: number): IfcClass {
    return this.file.classOf(row)
  }

  mayHaveOtherClass({ kinds }: IfcClass): boolean {
    return this.file.schema.name === "IFC2X3" && kinds.has("IfcElement")
  }

  classNames(row: number): ReadonlyArray<string> {
    const { classes, index, schema } = this.file
    const own = index.type[row]!
    const type = schema.name === "IFC2X3" ? this.types[row]! : -1
    if (type < 0) return this.upper[own]!
    const ofType = index.type[type]!
    return this.namesByType.getOrInsertComputed(own * classes.length + ofType, () => {
      const other = classByType(classes[own]!, classes[ofType]!)
      return other === null ? this.upper[own]! : [...this.upper[own]!, other]
    })
  }

  predefinedTypes(row: number): ReadonlyArray<string> {
    const own = this.ownPredefinedType(row)
    if (own.length > 0 && own[0] !== "NOTDEFINED") return own
    const type = this.types[row]!
    const ofType = type < 0 ? [] : this.ownPredefinedType(type)
    return ofType.length > 0 && ofType[0] !== "NOTDEFINED" ? ofType : own
  }

  attribute(row: number, position: number): IfcValue {
    const { attributes, kinds, name } = this.file.classOf(row)
    if (!this.reader.openRow(row)) return { kind: "none", isAbsent: true }
    return this.measures.attributeInSi(name, kinds, attributes[position]!, this.reader.attribute(position))
  }

  typeOf(row: number): number {
    return this.types[row]!
  }

  setsOf(row: number): Int32Array {
    return this.sets.of(row)
  }

  contents(set: number): SetContents {
    return this.sets.contents(set)
  }

  values(set: number, property: number): ReadonlyArray<TypedValue> {
    return this.sets.values(set, property)
  }

  materialsOf(row: number): Int32Array {
    return this.materials.of(row)
  }

  materialTexts(material: number): ReadonlyArray<string> {
    return this.materials.texts(material)
  }

  classificationsOf(row: number): Int32Array {
    return this.classifications.of(row)
  }

  classification(reference: number): ClassificationReference {
    return this.classifications.at(reference)
  }

  eachPart(relation: string, each: (whole: number, part: number) => void): void {
    for (const [name, whole, part] of wholes[relation] ?? []) {
      eachPair(this.file, name, part, whole, (one, other) => {
        if (one >= 0) each(other, one)
      })
    }
  }

  identityOf(row: number): Identity {
    const { attributes, name } = this.file.classOf(row)
    const isReadable = this.reader.openRow(row)
    const text = (attribute: string) => (isReadable ? this.reader.text(attributes.indexOf(attribute)) : null)
    return { guid: text("GlobalId"), step: this.file.idOf(row), class: name, name: text("Name") }
  }

  private ownPredefinedType(row: number): ReadonlyArray<string> {
    const { attributes } = this.file.classOf(row)
    const position = attributes.indexOf("PredefinedType")
    if (position < 0 || !this.reader.openRow(row)) return []
    const word = this.reader.text(position)
    if (word === null || word !== "USERDEFINED") return word === null ? [] : [word]
    const text = userDefined.map((name) => this.reader.text(attributes.indexOf(name))).find((one) => one !== null)
    return text === undefined ? [word] : [word, text]
  }
}
