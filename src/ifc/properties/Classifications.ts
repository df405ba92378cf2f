import type { ContentCode, ContentCodification } from "../../domain/models/ModelContent.ts"
import { cellCost } from "../index/Allowance.ts"
import { Associations } from "./Associations.ts"
import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import type { ObjectSets } from "./ObjectSets.ts"
import { dateOf } from "./ReferredName.ts"

/** The longest chain of sources of a reference that is followed. */
const deepest = 256

/**
 * The classification systems of a file, their references as codes, and the objects that have them.
 *
 * Source: IFC 4.3 and IFC2x3, IfcExternalReferenceResource: IfcClassification, IfcClassificationReference,
 * IfcClassificationNotation.
 */
export class Classifications {
  readonly codifications: Array<ContentCodification> = []
  codes: Array<ContentCode> = []
  readonly sets: Array<ReadonlyArray<number>> = []
  private readonly associations: Associations
  private readonly systemByContent = new Map<string | null, number>()
  private readonly systemByName = new Map<string | null, number>()
  private readonly codeByRow = new Map<number, number>()
  private readonly codeByIdentification = new Map<string, number>()
  private readonly setByCodes = new Map<string, number>()
  private readonly reader: InstanceReader

  constructor(
    private readonly file: IfcFile,
    objects: ObjectSets
  ) {
    this.reader = file.reader()
    for (const row of file.rowsOf("IfcClassification")) this.systemOf(row)
    for (const row of file.rowsOf("IfcClassificationReference")) this.codeOf(row)
    for (const row of file.rowsOf("IfcClassificationNotation")) this.codeByRow.set(row, this.addNotation(row))
    this.sort()
    const note = (associated: number): void => {
      if (!file.is(associated, "IfcClassification")) return
      file.log.count("IfcClassification that is associated as a whole, without a code", `#${file.idOf(associated)}`)
    }
    const setOf = (rows: ReadonlyArray<number>): number => this.setOf(rows)
    this.associations = new Associations(file, objects, "IfcRelAssociatesClassification", setOf, note)
  }

  /**
   * Returns the sets of codes of an object; none if the allowance is used up because objects share too many or too long
   * ones.
   */
  of(row: number) {
    const found = this.associations.of(row)
    let cost = 0
    for (const code of this.sets[found.own < 0 ? found.ofType : found.own] ?? []) {
      const { identification, name } = this.codes[code]!
      cost += cellCost + ((identification.length + name.length) >> 2)
    }
    if (this.file.allowance.spend(cost)) return found
    this.file.log.count("Objects that share too many classification codes, which were left out")
    return { own: -1, ofType: -1 }
  }

  /** Yields the rows that are codes, in the order of the file. */
  *rowsOfCodes(): Generator<{ readonly row: number; readonly code: number }> {
    for (const [row, code] of [...this.codeByRow].sort(([a], [b]) => a - b)) if (code >= 0) yield { row, code }
  }

  /** Yields the rows of the classification systems, in the order of the file. */
  *rowsOfSystems(): Generator<{ readonly row: number; readonly codification: number }> {
    for (const row of this.file.rowsOf("IfcClassification")) {
      const codification = this.systemOf(row)
      if (codification >= 0) yield { row, codification }
    }
  }

  /**
   * Returns the index of the set of codes of references, in their order and without duplicates; -1 if there are none.
   */
  private setOf(rows: ReadonlyArray<number>): number {
    const codes = [...new Set(rows.map((row) => this.codeOf(row)).filter((code) => code >= 0))]
    if (codes.length === 0) return -1
    return this.setByCodes.getOrInsertComputed(codes.join(), () => this.sets.push(codes) - 1)
  }

  /**
   * Returns the codification of an IfcClassification, or the one without a name for any other row; -1 if there are too
   * many.
   */
  private systemOf(row: number): number {
    const { file } = this
    const read = this.reader
    const classification = file.is(row, "IfcClassification") && read.openRow(row)
    const name = classification ? read.name(3) : null
    const source = classification ? read.string(0) : null
    const edition = classification ? read.string(1) : null
    const [description, uri] = classification ? [read.string(4), read.string(5)] : [null, null]
    const editionDate = classification ? (read.string(2) ?? dateOf(file, read.row(2))) : null
    // Systems of one name are different ones if source, edition or date differ. One without any of these is the
    // first of its name.
    const says = [source, edition, editionDate].filter((text) => text !== null).length > 0
    const content = says ? [name, source, edition, editionDate].map((text) => text ?? "").join("\0") : name
    const first = this.systemByName.get(name)
    const known = this.systemByContent.get(content) ?? (says ? undefined : first)
    if (known !== undefined) return known
    const system = { name, key: first === undefined ? name : content, description, source, edition, editionDate, uri }
    const admitted = file.shared.admits("Classifications", Object.values(system))
    const index = admitted ? this.codifications.push(system) - 1 : -1
    this.systemByContent.set(content, index)
    if (first === undefined) this.systemByName.set(name, index)
    return index
  }

  /** Returns the code of a reference, after creating those above it; -1 if nothing identifies it. */
  private codeOf(row: number): number {
    const chain: Array<number> = []
    let at = row
    while (this.file.is(at, "IfcClassificationReference") && !this.codeByRow.has(at) && !chain.includes(at)) {
      if (chain.length === deepest || !this.reader.openRow(at)) break
      chain.push(at)
      at = this.reader.row(3)
    }
    if (chain.includes(at)) {
      this.file.log.count("Classification references that refer to themselves", `#${this.file.idOf(at)}`)
      at = -1
    }
    let parent = this.codeByRow.get(at) ?? -1
    const system = parent >= 0 ? this.codes[parent]!.codification : chain.length > 0 ? this.systemOf(at) : -1
    for (const reference of chain.toReversed()) {
      const code = this.addReference(reference, system, parent)
      if (code >= 0) parent = code
      this.codeByRow.set(reference, code)
    }
    return this.codeByRow.get(row) ?? -1
  }

  private addReference(row: number, system: number, parent: number): number {
    const read = this.reader
    if (system < 0 || !read.openRow(row)) return -1
    const [uri, written, name] = [read.string(0), read.name(1), read.name(2)]
    const identification = written ?? name ?? read.name(0)
    if (identification === null) {
      this.file.log.count(
        "Classification references without identification, name or location",
        `#${this.file.idOf(row)}`
      )
      return -1
    }
    const description = read.string(4)
    return this.add({ codification: system, identification, name: name ?? identification, description, uri, parent })
  }

  /** Adds an IFC2X3 notation, whose facets together are the identification. */
  private addNotation(row: number): number {
    const read = this.reader
    const facets: Array<number> = []
    if (read.openRow(row)) read.references(0, (id) => facets.push(this.file.rowOf(id)))
    const identification = this.file.texts.cutName(
      facets
        .filter((facet) => this.file.is(facet, "IfcClassificationNotationFacet"))
        .map((facet) => (read.openRow(facet) ? (read.name(0) ?? "") : ""))
        .join("")
    )
    const codification = this.systemOf(-1)
    if (identification === "" || codification < 0) return -1
    return this.add({ codification, identification, name: identification, description: null, uri: null, parent: -1 })
  }

  /**
   * Adds a code. Equal identifications in one system are one code; a later one may supply what the first leaves out.
   * Returns -1 if there are too many.
   */
  private add(code: ContentCode): number {
    const { shared } = this.file
    const key = `${code.codification}\0${code.identification}`
    const known = this.codeByIdentification.get(key)
    if (known === undefined) {
      const { description, identification, name, uri } = code
      const admitted = shared.admits("Classification references", [identification, name, description, uri])
      const index = admitted ? this.codes.push(code) - 1 : -1
      this.codeByIdentification.set(key, index)
      return index
    }
    if (known < 0) return known
    const first = this.codes[known]!
    const more = {
      name: first.name === first.identification ? code.name : first.name,
      description: first.description ?? code.description,
      uri: first.uri ?? code.uri
    }
    const added = Object.values(more).filter((text) => !Object.values(first).includes(text))
    this.codes[known] = {
      ...first,
      ...(shared.affords("Classification references", added) ? more : {}),
      parent: first.parent < 0 && !this.isAbove(known, code.parent) ? code.parent : first.parent
    }
    return known
  }

  /** Returns whether `code` is `other` or above it, so that `other` cannot become the parent of `code`. */
  private isAbove(code: number, other: number): boolean {
    let at = other
    for (let steps = 0; at >= 0; at = this.codes[at]!.parent) if (at === code || ++steps > deepest) return true
    return false
  }

  /** Puts parents before their children, because a later reference may have added the parent. */
  private sort(): void {
    if (this.codes.every(({ parent }, code) => parent < code)) return
    const place = new Int32Array(this.codes.length).fill(-1)
    const sorted: Array<ContentCode> = []
    for (let code = 0; code < this.codes.length; code++) {
      const path: Array<number> = []
      for (let at = code; at >= 0 && place[at] === -1; at = this.codes[at]!.parent) path.push(at)
      for (const at of path.toReversed()) {
        const { parent } = this.codes[at]!
        place[at] = sorted.push({ ...this.codes[at]!, parent: parent < 0 ? -1 : place[parent]! }) - 1
      }
    }
    this.codes = sorted
    for (const [row, code] of this.codeByRow) if (code >= 0) this.codeByRow.set(row, place[code]!)
  }
}
