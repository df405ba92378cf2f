import type { InstanceReader } from "../index/IfcFile.ts"
import { Placements } from "./Placement.ts"
import { Referrers } from "./Referrers.ts"
import type { Patching } from "./Relations.ts"
import { eachReference } from "./Uses.ts"

/** Relations by which a deleted object takes others along: class, attribute of the object, attribute of the others. */
const takes: ReadonlyArray<readonly [string, number, number]> = [
  ["IfcRelVoidsElement", 4, 5],
  ["IfcRelProjectsElement", 4, 5],
  ["IfcRelAggregates", 4, 5],
  ["IfcRelNests", 4, 5]
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

/** The numbers that a row refers to: single references, and lists. */
interface Held {
  readonly single: ReadonlySet<number>
  readonly lists: ReadonlyArray<{ readonly at: number; readonly ids: Set<number> }>
}

/**
 * Deletes products from the file, with their openings, parts and ports, the relations that mean nothing without them,
 * and everything that only they referred to. Containers lose them. In IFC2X3, placements of what remains are moved out
 * from under theirs, without changing positions.
 */
export class Deletion {
  private readonly referrers: Referrers
  private readonly read: InstanceReader
  private readonly gone = new Set<number>()
  /** Numbers of the instances that new or changed instances refer to. */
  private readonly used: ReadonlySet<number>
  /** Rows that lost a referrer. */
  private readonly released: Array<number> = []
  private readonly held = new Map<number, Held>()
  /** How many of the referrers of a row, counted from the first, are known to be deleted. */
  private readonly passed = new Map<number, number>()
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
    const waiting = [...products]
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      if (this.take(row)) waiting.push(...this.part(row))
    }
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

  /** Deletes instances that nothing refers to any more. */
  private sweep(): void {
    while (this.released.length > 0) {
      const row = this.released.pop()!
      if (!this.gone.has(row) && this.isLeft(row)) {
        this.take(row)
        for (const other of new Set(this.referrers.of(row))) if (!this.gone.has(other)) this.forget(other, row)
      }
    }
  }

  /** Marks an instance as deleted. Returns false if it already was. */
  private take(row: number): boolean {
    if (this.gone.has(row)) return false
    const { file } = this.patching.model
    this.gone.add(row)
    eachReference(file, row, (referred) => {
      this.released.push(referred)
      if (file.is(referred, "IfcObjectPlacement")) this.placements.add(referred)
    })
    return true
  }

  /** Removes an object from everything that refers to it, and returns the objects that must be deleted with it. */
  private part(row: number): ReadonlyArray<number> {
    const { file } = this.patching.model
    const along: Array<number> = []
    for (const other of new Set(this.referrers.of(row))) {
      if (this.gone.has(other)) continue
      const taking = takes.find(([kind]) => file.is(other, kind))
      if (taking !== undefined && this.read.openRow(other) && this.read.row(taking[1]) === row) {
        this.read.references(taking[2], (id) => {
          const part = file.rowOf(id)
          if (part >= 0 && !this.staying.has(part)) along.push(part)
        })
        this.take(other)
      } else this.forget(other, row)
    }
    return along
  }

  /** Removes a reference from an instance. If the instance means nothing without it, it is deleted too. */
  private forget(other: number, row: number): void {
    const { edits, model } = this.patching
    const id = model.file.idOf(row)
    const { lists, single } = this.held.getOrInsertComputed(other, () => this.heldBy(other))
    if (single.has(id)) return void this.take(other)
    for (const { at, ids } of lists) {
      if (!ids.delete(id)) continue
      edits.change(other, at, { removed: [id] })
      if (ids.size === 0) return void this.take(other)
    }
  }

  private heldBy(row: number): Held {
    const single = new Set<number>()
    const lists: Array<Held["lists"][number]> = []
    if (!this.read.openRow(row)) return { single, lists }
    for (let at = 0; at < this.read.count; at++) {
      const kind = this.read.kind(at)
      if (kind === "reference") single.add(this.read.reference(at))
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
    const referrers = this.referrers.of(row)
    // Deleted instances never come back, so the search resumes at the referrer where it last stopped.
    let at = this.passed.get(row) ?? 0
    const isNobody = (other: number): boolean =>
      this.gone.has(other) || (isShape && satellites.some((kind) => file.is(other, kind)))
    while (at < referrers.length && isNobody(referrers[at]!)) at++
    this.passed.set(row, at)
    return at === referrers.length
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
