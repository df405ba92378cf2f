import type { InstanceReader } from "../index/IfcFile.ts"
import type { SchemaName } from "../schema/Schema.ts"
import { Placements } from "./Placement.ts"
import { Referrers } from "./Referrers.ts"
import type { Patching } from "./Relations.ts"
import { eachReference } from "./Uses.ts"

/** Relations by which a deleted object takes others along: class, attribute of the object, attribute of the others. */
const takes: ReadonlyArray<readonly [kind: string, objectAt: number, othersAt: number]> = [
  ["IfcRelAggregates", 4, 5],
  ["IfcRelNests", 4, 5],
  ["IfcRelConnectsPortToElement", 5, 4]
]

/**
 * Objects that must have a relation: class of the relation, its attribute that names the object, class of the object,
 * and the schema if only one requires it. Source: the inverse attributes of each schema whose lower bound is 1.
 */
const dependents: ReadonlyArray<readonly [relation: string, at: number, object: string, schema?: SchemaName]> = [
  ["IfcRelVoidsElement", 5, "IfcFeatureElementSubtraction"],
  ["IfcRelProjectsElement", 5, "IfcFeatureElementAddition"],
  ["IfcRelAdheresToElement", 5, "IfcSurfaceFeature"],
  ["IfcRelConnectsStructuralMember", 5, "IfcStructuralConnection"],
  ["IfcRelConnectsStructuralActivity", 5, "IfcStructuralActivity", "IFC2X3"],
  ["IfcRelConnectsPortToElement", 4, "IfcPort", "IFC2X3"],
  ["IfcRelAssignsToGroup", 6, "IfcGroup", "IFC2X3"],
  ["IfcRelAssignsTasks", 7, "IfcScheduleTimeControl", "IFC2X3"]
]

/** Classes that describe shapes: they do not keep a shape alive, and are deleted with it. */
const satellites = [
  "IfcStyledItem",
  "IfcPresentationLayerAssignment",
  "IfcShapeAspect",
  "IfcIndexedColourMap",
  "IfcTextureCoordinate"
]
const shapes = ["IfcRepresentationItem", "IfcRepresentation", "IfcProductRepresentation"]

/** Classes whose instances stay even if nothing refers to them any more, because they may be used again. */
const kept = [
  "IfcMaterial",
  "IfcClassification",
  "IfcClassificationReference",
  "IfcClassificationNotation",
  "IfcDocumentInformation",
  "IfcDocumentReference",
  "IfcLibraryInformation",
  "IfcLibraryReference",
  "IfcNamedUnit",
  "IfcDerivedUnit",
  "IfcMonetaryUnit",
  "IfcUnitAssignment",
  "IfcRepresentationContext",
  "IfcCoordinateOperation",
  "IfcCoordinateReferenceSystem",
  "IfcOwnerHistory",
  "IfcPerson",
  "IfcOrganization",
  "IfcPersonAndOrganization",
  "IfcApplication"
]

/** The ends of a relation. A relation without one of them says nothing, even if the schema makes the end optional. */
const isEnd = (attribute: string): boolean => /^Relat(?:ed|ing)/.test(attribute)

/** The references of a row: the attributes that hold each number, and the lists. */
interface Held {
  readonly single: ReadonlyMap<number, ReadonlyArray<number>>
  readonly lists: ReadonlyArray<{ readonly at: number; readonly ids: Set<number> }>
}

/**
 * Deletes products from the file, with their openings, parts and ports, and everything that only they referred to.
 *
 * No remaining instance refers to a deleted one: an optional attribute becomes `$`, a list loses the item, and if the
 * schema allows neither, the instance is deleted too. So are objects whose last mandatory relation is deleted. In
 * IFC2X3, placements of what remains are moved out from under deleted ones, without changing positions.
 */
export class Deletion {
  private readonly referrers: Referrers
  private readonly read: InstanceReader
  private readonly gone = new Set<number>()
  /** Deleted rows that others may still refer to. */
  private readonly waiting: Array<number> = []
  /** Numbers of the instances that new or changed instances refer to. */
  private readonly used: ReadonlySet<number>
  /** Rows that lost a referrer. */
  private readonly released: Array<number> = []
  private readonly held = new Map<number, Held>()
  /** How many referrers of a row, counted from the first, do not keep it: for `isLeft`, and for `isRelated`. */
  private readonly passed = new Map<number, number>()
  private readonly related = new Map<number, number>()
  /** The object of each relation of `takes`, by the row of the relation; -1 for none. */
  private readonly takers = new Map<number, number>()
  private readonly placements = new Set<number>()
  /** Products that are not deleted. */
  private readonly staying = new Set<number>()

  constructor(private readonly patching: Patching) {
    this.referrers = new Referrers(patching.model.file)
    this.read = patching.model.file.freeReader()
    this.used = patching.patch.references().union(patching.edits.references())
  }

  /** @param products rows of the products; their parts that are products are deleted only if they are among these */
  apply(products: ReadonlySet<number>): void {
    const { edits, model } = this.patching
    for (const row of model.rows) if (!products.has(row)) this.staying.add(row)
    // Other edits keep the instances that the rows they removed referred to.
    for (const row of edits.rows().removed) {
      this.gone.add(row)
      this.waiting.push(row)
    }
    for (const row of products) this.take(row)
    this.sweep()
    // In IFC4 a placement may exist without a product.
    if (model.file.schema.name === "IFC2X3") {
      const placements = new Placements(this.patching)
      // Upper placements move first, since that changes the parents of those below.
      const depths = new Map(Array.from(this.placements, (row) => [row, placements.depthOf(row)] as const))
      for (const [row] of [...depths].sort(([, a], [, b]) => a - b))
        if (!this.gone.has(row)) this.moveUp(placements, row)
      this.sweep()
      for (const row of this.gone) edits.remove(row)
      return placements.apply()
    }
    for (const row of this.gone) edits.remove(row)
  }

  /** Parts deleted instances from the others, and deletes those that nothing refers to any more. */
  private sweep(): void {
    for (;;) {
      for (let row = this.waiting.pop(); row !== undefined; row = this.waiting.pop()) this.part(row)
      const row = this.released.pop()
      if (row === undefined) return
      if (!this.gone.has(row) && this.isLeft(row)) this.take(row)
    }
  }

  /** Deletes an instance, unless it already is. */
  private take(row: number): void {
    if (this.gone.has(row)) return
    const { file } = this.patching.model
    this.gone.add(row)
    this.waiting.push(row)
    eachReference(file, row, (referred) => {
      this.released.push(referred)
      if (file.is(referred, "IfcObjectPlacement")) this.placements.add(referred)
    })
    const needed = dependents.filter(([relation]) => file.is(row, relation))
    for (const [relation, at, object, schema = file.schema.name] of needed) {
      if (schema !== file.schema.name || !this.read.openRow(row)) continue
      const others: Array<number> = []
      this.read.references(at, (id) => others.push(file.rowOf(id)))
      for (const other of others) if (file.is(other, object) && !this.isRelated(other, relation, at)) this.take(other)
    }
  }

  /** Returns whether a relation that is not deleted names an object in an attribute. */
  private isRelated(object: number, kind: string, at: number): boolean {
    const { edits, model } = this.patching
    const id = model.file.idOf(object)
    return this.isReferred(object, this.related, (other) => {
      return model.file.is(other, kind) && edits.list(other, at).includes(id)
    })
  }

  /**
   * Returns whether a referrer of a row is not deleted and counts. A referrer that does not will never count again, so
   * the search resumes at the one where it last stopped.
   *
   * @param passed how many of the referrers of each row, counted from the first, do not count
   */
  private isReferred(row: number, passed: Map<number, number>, counts: (referrer: number) => boolean): boolean {
    const referrers = this.referrers.of(row)
    let at = passed.get(row) ?? 0
    while (at < referrers.length && (this.gone.has(referrers[at]!) || !counts(referrers[at]!))) at++
    passed.set(row, at)
    return at < referrers.length
  }

  /** Removes a deleted instance from everything that refers to it. */
  private part(row: number): void {
    const { file } = this.patching.model
    for (const other of new Set(this.referrers.of(row))) {
      if (this.gone.has(other)) continue
      const taking = takes.find(([kind]) => file.is(other, kind))
      const taker = taking === undefined ? -1 : this.takerOf(other, taking[1])
      if (taking !== undefined && taker === row) {
        const along: Array<number> = []
        if (this.read.openRow(other)) this.read.references(taking[2], (id) => along.push(file.rowOf(id)))
        this.take(other)
        for (const part of along) if (part >= 0 && !this.staying.has(part)) this.take(part)
      } else this.forget(other, row)
    }
  }

  private takerOf(relation: number, at: number): number {
    return this.takers.getOrInsertComputed(relation, () => (this.read.openRow(relation) ? this.read.row(at) : -1))
  }

  /** Removes a reference from an instance, which is deleted too if it must not be without the reference. */
  private forget(other: number, row: number): void {
    const { edits, model } = this.patching
    const id = model.file.idOf(row)
    const { lists, single } = this.held.getOrInsertComputed(other, () => this.heldBy(other))
    const emptied = [...(single.get(id) ?? [])]
    for (const { at, ids } of lists) {
      if (!ids.delete(id)) continue
      edits.change(other, at, { removed: [id] })
      if (ids.size === 0) emptied.push(at)
    }
    if (emptied.every((at) => this.mayLack(other, at))) for (const at of emptied) edits.set(other, at, "$")
    else this.take(other)
  }

  /** Returns whether an instance may be without an attribute. A product that is not deleted always may. */
  private mayLack(row: number, at: number): boolean {
    const { file } = this.patching.model
    if (this.staying.has(row)) return true
    if (satellites.some((kind) => file.is(row, kind))) return false
    const { attributes, mayLack } = file.classOf(row)
    const attribute = attributes[at] ?? ""
    return mayLack.has(attribute) && !(file.is(row, "IfcRelationship") && isEnd(attribute))
  }

  private heldBy(row: number): Held {
    const single = new Map<number, Array<number>>()
    const lists: Array<Held["lists"][number]> = []
    if (!this.read.openRow(row)) return { single, lists }
    for (let at = 0; at < this.read.count; at++) {
      const kind = this.read.kind(at)
      if (kind === "reference") single.getOrInsertComputed(this.read.reference(at), () => []).push(at)
      if (kind === "list") lists.push({ at, ids: new Set(this.patching.edits.list(row, at)) })
    }
    return { single, lists }
  }

  /** Returns whether nothing refers to an instance any more and it means nothing by itself. */
  private isLeft(row: number): boolean {
    const { file } = this.patching.model
    const isRoot = file.is(row, "IfcRoot")
    if (isRoot && !file.is(row, "IfcPropertySetDefinition")) return false
    if (this.used.has(file.idOf(row)) || kept.some((kind) => file.is(row, kind))) return false
    const isShape = shapes.some((kind) => file.is(row, kind))
    const counts = (other: number): boolean => !isShape || !satellites.some((kind) => file.is(other, kind))
    return !this.isReferred(row, this.passed, counts)
  }

  /** Moves everything under a placement that no product uses any more to the placement above it. */
  private moveUp(placements: Placements, placement: number): void {
    const { file } = this.patching.model
    const owners = [...this.referrers.of(placement)].filter((other) => !this.gone.has(other))
    if (owners.some((other) => !file.is(other, "IfcObjectPlacement"))) return
    if (owners.every((child) => placements.moveUp(child, placement))) {
      this.gone.add(placement)
      eachReference(file, placement, (referred) => this.released.push(referred))
    }
  }
}
