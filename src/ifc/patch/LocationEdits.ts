import type { DescribedLocation } from "../../domain/libraries/Described.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import type { LocationType } from "../../domain/libraries/Location.ts"
import { classNamed } from "../schema/Schema.ts"
import { Hanging } from "./Hanging.ts"
import { newGuid, ownerOf, type Patching, Relations } from "./Relations.ts"
import * as StepWord from "./StepWord.ts"

export type LocationEdit = Extract<Edit, { readonly kind: "SpatialLocation" }>

/** The class of each location type, and its substitute in schemas that lack the class. */
const classes: Readonly<Record<LocationType, readonly [string, string]>> = {
  Site: ["IfcSite", "IfcSite"],
  Building: ["IfcBuilding", "IfcBuilding"],
  Floor: ["IfcBuildingStorey", "IfcBuildingStorey"],
  Space: ["IfcSpace", "IfcSpace"],
  Bridge: ["IfcBridge", "IfcBuilding"],
  MarineFacility: ["IfcMarineFacility", "IfcBuilding"],
  Railway: ["IfcRailway", "IfcBuilding"],
  Road: ["IfcRoad", "IfcBuilding"],
  Facility: ["IfcFacility", "IfcBuilding"],
  BridgePart: ["IfcBridgePart", "IfcBuildingStorey"],
  MarinePart: ["IfcMarinePart", "IfcBuildingStorey"],
  RailwayPart: ["IfcRailwayPart", "IfcBuildingStorey"],
  RoadPart: ["IfcRoadPart", "IfcBuildingStorey"],
  FacilityPartCommon: ["IfcFacilityPartCommon", "IfcBuildingStorey"],
  ExternalSpatialElement: ["IfcExternalSpatialElement", "IfcSpace"]
}

/** A product whose edit the file cannot express, and the reason. */
interface Refused {
  readonly row: number
  readonly reason: string
}

/**
 * Edits the locations of products. Uses the file's spatial elements, by GlobalId, and creates missing ones below their
 * parents.
 */
export class LocationEdits {
  private readonly relations: Relations
  /** The spatial elements of the file, in the order of its locations. */
  private readonly known: ReadonlyArray<{ readonly row: number; readonly guid: string }>
  private readonly ids: Map<string, number>
  /** The guid of the location of each product, by row; `""` for none. */
  private readonly wanted = new Map<number, string>()
  /** Rows of products. */
  private readonly products: ReadonlySet<number>

  constructor(
    private readonly patching: Patching,
    private readonly locations: ReadonlyMap<string, DescribedLocation>
  ) {
    const { file, locations: read } = patching.model
    this.relations = new Relations(patching, "IfcRelContainedInSpatialStructure")
    this.products = new Set(patching.model.rows)
    this.known = [...read.rowsOfLocations()]
    this.ids = new Map(this.known.map(({ guid, row }) => [guid, file.idOf(row)]))
  }

  /** Records an edit. Returns the reason if the project has no such location, otherwise null. */
  put(product: number, { now }: LocationEdit): string | null {
    if (now !== "" && !this.ids.has(now) && !this.locations.has(now)) return "The project has no such location any more"
    this.wanted.set(this.patching.model.rows[product]!, now)
    return null
  }

  /**
   * Writes the edits. Objects below products that move or are deleted stay where they were, except parts of a moved
   * product, which move along.
   *
   * @param guidOf returns the GlobalId of a product
   * @param deleted rows of products
   */
  apply(guidOf: (row: number) => string, deleted: ReadonlySet<number>): ReadonlyArray<Refused> {
    if (this.wanted.size + deleted.size === 0) return []
    const hanging = new Hanging(this.patching.model)
    const kept = new Set<number>()
    for (const row of deleted) {
      for (const part of hanging.partsOf(row)) this.keep(part, hanging, deleted, kept)
      for (const hosted of hanging.hostedBy(row)) this.keep(hosted, hanging, deleted, kept)
    }
    for (const row of this.wanted.keys()) this.moveAlong(row, hanging, deleted, kept)
    const refused: Array<Refused> = []
    const filling = this.fillings()
    for (const [row, guid] of this.wanted) {
      if (guid === "" && this.isWithinPlaced(row)) {
        refused.push({ row, reason: "A part has the location of its whole" })
        continue
      }
      this.release(row)
      if (guid !== "") this.relations.join(row, this.idOf(guid))
      // An object that fills an opening would still be located where the opening is.
      else for (const relation of filling.get(row) ?? []) this.patching.edits.remove(relation)
    }
    this.relations.apply(guidOf)
    return refused
  }

  private release(row: number): void {
    for (const { relation } of this.relations.of(row)) this.relations.leave(row, relation)
  }

  private isPlaced(row: number): boolean {
    return !this.relations.of(row).next().done
  }

  /** Moves parts along with their whole, unless they have edits of their own. Objects in openings stay. */
  private moveAlong(moved: number, hanging: Hanging, deleted: ReadonlySet<number>, kept: Set<number>): void {
    const waiting = [moved]
    const seen = new Set(waiting)
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      for (const hosted of hanging.hostedBy(row)) this.keep(hosted, hanging, deleted, kept)
      for (const part of hanging.partsOf(row)) {
        if (seen.has(part) || this.wanted.has(part) || deleted.has(part)) continue
        seen.add(part)
        this.release(part)
        waiting.push(part)
      }
    }
  }

  /** Gives objects that inherit their location from an object above them a location of their own. */
  private keep(first: number, hanging: Hanging, deleted: ReadonlySet<number>, kept: Set<number>): void {
    const { locations } = this.patching.model
    const waiting = [first]
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      if (kept.has(row) || deleted.has(row) || this.wanted.has(row)) continue
      kept.add(row)
      if (!this.products.has(row)) {
        waiting.push(...hanging.hostedBy(row), ...hanging.partsOf(row))
        continue
      }
      if (this.isPlaced(row)) continue
      const place = this.known[locations.of(row)]
      if (place === undefined) this.wanted.set(row, "")
      else this.relations.join(row, this.patching.model.file.idOf(place.row))
    }
  }

  /** Returns whether the whole that a product is a part of has a location, after all edits. */
  private isWithinPlaced(row: number): boolean {
    const { locations, relations } = this.patching.model
    const seen = new Set<number>()
    for (let at = relations.whole[row]!; at >= 0 && !seen.has(at); at = relations.whole[at]!) {
      const wanted = this.wanted.get(at)
      if (wanted !== undefined) return wanted !== ""
      seen.add(at)
    }
    const whole = relations.whole[row]!
    return whole >= 0 && locations.of(whole) >= 0
  }

  /** Returns the relations by which objects fill openings. */
  private fillings(): ReadonlyMap<number, ReadonlyArray<number>> {
    const { file } = this.patching.model
    const read = file.freeReader()
    const found = new Map<number, Array<number>>()
    for (const relation of file.rowsOf("IfcRelFillsElement")) {
      if (read.openRow(relation)) found.getOrInsertComputed(read.row(5), () => []).push(relation)
    }
    return found
  }

  /** Returns the number of a location. If the file lacks it, creates it and those above it. */
  private idOf(guid: string): number {
    const known = this.ids.get(guid)
    if (known !== undefined) return known
    const path: Array<string> = []
    for (
      let at: string | null = guid;
      at !== null && !this.ids.has(at);
      at = this.locations.get(at)?.parentGuid ?? null
    ) {
      path.push(at)
    }
    for (const one of path.toReversed()) this.make(one)
    return this.ids.get(guid)!
  }

  private make(guid: string): void {
    const { model, patch } = this.patching
    const { file } = model
    const { name, parentGuid, type } = this.locations.get(guid)!
    const found = classes[type].map((one) => classNamed(file.schema.name, one)).find((one) => one !== undefined)!
    const project = file.rowsOf("IfcProject")[0]!
    const owner = ownerOf(this.patching, project)
    const known: Readonly<Record<string, string>> = {
      GlobalId: StepWord.text(guid),
      OwnerHistory: owner,
      Name: StepWord.optional(name === "" ? null : name),
      CompositionType: ".ELEMENT."
    }
    const attributes = found.attributes.map(
      (attribute) => known[attribute] ?? (found.mayLack.has(attribute) ? "$" : ".NOTDEFINED.")
    )
    const id = patch.add(found.name, attributes)
    this.ids.set(guid, id)
    const parent = parentGuid === null ? file.idOf(project) : this.ids.get(parentGuid)!
    const relation = newGuid(this.patching, "IfcRelAggregates", guid)
    patch.add("IFCRELAGGREGATES", [relation, owner, "$", "$", StepWord.reference(parent), `(#${id})`])
  }
}
