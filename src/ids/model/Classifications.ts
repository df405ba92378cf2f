import type { IfcFile } from "../../ifc/index/IfcFile.ts"
import type { ClassificationReference } from "./Entities.ts"
import { eachPair, Links } from "./Links.ts"
import { ValueReader } from "./ValueReader.ts"

/** The classifications of a file: references with their ancestors, and their systems. */
export class Classifications {
  private readonly links: Links
  private readonly references = new Map<number, ClassificationReference>()
  private readonly reader: ValueReader

  constructor(private readonly file: IfcFile) {
    this.reader = new ValueReader(file)
    const links = (this.links = new Links(file))
    links.addAll("IfcRelAssociatesClassification", "RelatedObjects", "RelatingClassification")
    const add = (resource: number, reference: number) => {
      if (this.isClassification(reference)) links.add(resource, reference)
    }
    eachPair(file, "IfcExternalReferenceRelationship", "RelatedResourceObjects", "RelatingReference", add)
    eachPair(file, "IfcMaterialClassificationRelationship", "ClassifiedMaterial", "MaterialClassifications", add)
  }

  of(row: number): Int32Array {
    return this.links.of(row)
  }

  /** Reads a reference and all its ancestors from the top down, so that each is read once. */
  at(row: number): ClassificationReference {
    const chain: Array<number> = []
    const seen = new Set<number>()
    for (let at = row; at >= 0 && !this.references.has(at) && !seen.has(at); at = this.above(at)) {
      chain.push(at)
      seen.add(at)
    }
    for (const at of chain.toReversed()) this.references.set(at, this.read(at))
    return this.references.get(row)!
  }

  private read(row: number): ClassificationReference {
    const { file, reader: read } = this
    const { attributes } = file.classOf(row)
    if (file.is(row, "IfcClassification")) {
      const system = read.openRow(row) ? read.text(attributes.indexOf("Name")) : null
      return { system, code: null, parent: -1 }
    }
    const above = this.references.get(this.above(row))
    const named = Math.max(attributes.indexOf("Identification"), attributes.indexOf("ItemReference"))
    const code = read.openRow(row) ? read.text(named) : null
    return { system: above?.system ?? null, code, parent: above === undefined ? -1 : this.above(row) }
  }

  /** Returns the reference or system above a reference, or -1. */
  private above(row: number): number {
    const { file, reader: read } = this
    if (!file.is(row, "IfcClassificationReference") || !read.openRow(row)) return -1
    const above = read.row(file.classOf(row).attributes.indexOf("ReferencedSource"))
    return this.isClassification(above) ? above : -1
  }

  private isClassification(row: number): boolean {
    return this.file.is(row, "IfcClassificationReference") || this.file.is(row, "IfcClassification")
  }
}
