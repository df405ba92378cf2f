import type { ContentLocation } from "../../domain/models/ModelContent.ts"
import type { Decomposition } from "./Decomposition.ts"
import type { GlobalIds } from "./GlobalIds.ts"
import type { PropertyRow } from "../../domain/products/PropertyRow.ts"
import { limits } from "../../domain/Limits.ts"
import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import type { ObjectProperties } from "../properties/ObjectProperties.ts"

/** Location types by class, the more specific ones first. */
const locationTypes: ReadonlyArray<readonly [string, string]> = [
  ["IfcSite", "Site"],
  ["IfcBuilding", "Building"],
  ["IfcBuildingStorey", "Floor"],
  ["IfcSpace", "Space"],
  ["IfcBridge", "Bridge"],
  ["IfcMarineFacility", "MarineFacility"],
  ["IfcRailway", "Railway"],
  ["IfcRoad", "Road"],
  ["IfcBridgePart", "BridgePart"],
  ["IfcMarinePart", "MarinePart"],
  ["IfcRailwayPart", "RailwayPart"],
  ["IfcRoadPart", "RoadPart"],
  ["IfcFacilityPart", "FacilityPartCommon"],
  ["IfcFacility", "Facility"],
  ["IfcExternalSpatialStructureElement", "ExternalSpatialElement"]
]

const unread = -1
const reading = -2

/**
 * The spatial structure of a file as locations in the order of the file, and the locations of its products.
 *
 * Source: IFC 4.3, IfcSpatialStructureElement, IfcExternalSpatialElement.
 */
export class Locations {
  /** 1 + the location of a spatial element, by row; 0 for other rows. */
  private readonly indexOf: Int32Array
  /** The location of each object, by row, once it was determined; `nowhere` for none. */
  private readonly nearest: Int32Array
  /** The answers of `placeAt` and `isReached`, by row. */
  private readonly places = new Map<number, number>()
  private readonly projects = new Map<number, number>()
  private readonly rows: Array<number> = []
  private readonly locations: Array<Omit<ContentLocation, "properties">> = []

  constructor(
    private readonly file: IfcFile,
    private readonly relations: Decomposition,
    guids: GlobalIds
  ) {
    this.indexOf = new Int32Array(file.rows)
    this.nearest = new Int32Array(file.rows).fill(unread)
    const types = new Map<number, string>()
    for (const [name, type] of locationTypes) {
      for (const row of file.rowsOf(name)) if (!types.has(row)) types.set(row, type)
    }
    const read = file.reader()
    for (const row of [...types.keys()].sort((a, b) => a - b)) {
      if (!read.openRow(row)) continue
      const { attributes, name: className } = file.classOf(row)
      const name = read.name(2) ?? ""
      const longName = read.string(attributes.indexOf("LongName"))
      if (!file.shared.admits("Spatial elements", [name, longName])) continue
      const guid = guids.give(read.onceString(0), className, () => `${name}\0${longName ?? ""}`)
      this.indexOf[row] = this.rows.push(row)
      this.locations.push({ guid, name, type: types.get(row)!, parent: -1, longName })
    }
    const parents = this.parentsOf(this.rows)
    for (const [i, row] of this.rows.entries()) {
      this.locations[i] = { ...this.locations[i]!, parent: (this.indexOf[parents.get(row)!] ?? 0) - 1 }
    }
  }

  /** Returns the locations with their properties. @param metre metres in a unit of length of the file */
  content(properties: ObjectProperties, metre: number): ReadonlyArray<ContentLocation> {
    const read = this.file.reader()
    return this.locations.map((location, i) => {
      const row = this.rows[i]!
      return { ...location, properties: [...this.elevation(read, row, metre), ...properties.rows(row)] }
    })
  }

  /** Returns the elevation of a storey in metres, if the file has one. Source: IFC 4.3, IfcBuildingStorey.Elevation. */
  private elevation(read: InstanceReader, row: number, metre: number): ReadonlyArray<PropertyRow> {
    if (!this.file.is(row, "IfcBuildingStorey") || !read.openRow(row)) return []
    const value = read.number(this.file.classOf(row).attributes.indexOf("Elevation")) * metre
    return Number.isFinite(value) ? [{ set: "", name: "Elevation", value: String(Number(value.toPrecision(12))) }] : []
  }

  /** Yields the rows of the locations, in the order of the file. */
  *rowsOfLocations(): Generator<{ readonly row: number; readonly guid: string }> {
    for (const [i, { guid }] of this.locations.entries()) yield { row: this.rows[i]!, guid }
  }

  /**
   * Returns the location nearest to an object: that of its container, else of its whole, else of what it fills or
   * voids. Of several containers the first counts that the project's tree reaches.
   */
  of(row: number): number {
    const path: Array<number> = []
    let at = row
    let found = nowhere
    while (at >= 0) {
      const known = this.nearest[at]!
      if (known === reading) {
        this.file.log.count("Objects that are parts of themselves", `#${this.file.idOf(at)}`)
        break
      }
      if (known !== unread) {
        found = known
        break
      }
      if (at !== row && this.indexOf[at]! > 0) {
        found = this.indexOf[at]! - 1
        break
      }
      this.nearest[at] = reading
      path.push(at)
      const place = this.placeContaining(at)
      if (place >= 0) {
        found = this.indexOf[place]! - 1
        break
      }
      const whole = this.relations.whole[at]!
      at = whole >= 0 ? whole : this.relations.host[at]!
    }
    for (const passed of path) this.nearest[passed] = found
    return found === nowhere ? -1 : found
  }

  /** Returns the row of the location that contains an object, or -1 if none does. */
  private placeContaining(row: number): number {
    const first = this.relations.container[row]!
    const others = this.relations.otherContainers.get(row)
    if (others === undefined) return this.placeAt(first)
    const places = [first, ...others].map((container) => this.placeAt(container)).filter((place) => place >= 0)
    return places.find((place) => this.isReached(place)) ?? places[0] ?? -1
  }

  /** Returns a location or, if the spatial element is none (such as a spatial zone), the one that it is in; else -1. */
  private placeAt(row: number): number {
    return this.firstFrom(row, this.places, (at) => this.indexOf[at]! > 0)
  }

  /** Returns whether the tree of the project reaches a spatial element. */
  private isReached(row: number): boolean {
    return this.firstFrom(row, this.projects, (at) => this.file.is(at, "IfcProject")) >= 0
  }

  /**
   * Returns the first row that fits, from a row upwards, or -1. `known` keeps the answers of all rows on the way, so that
   * a long chain is walked once, however many objects are below it.
   */
  private firstFrom(row: number, known: Map<number, number>, fits: (row: number) => boolean): number {
    const { container, whole } = this.relations
    const path: Array<number> = []
    let at = row
    for (; at >= 0 && !known.has(at) && !fits(at); at = whole[at]! >= 0 ? whole[at]! : container[at]!) {
      // A cycle without a row that fits ends here.
      known.set(at, -1)
      path.push(at)
    }
    const found = known.get(at) ?? at
    for (const passed of path) known.set(passed, found)
    return found
  }

  /** Returns the location that each spatial element is a part of, -1 for none. A cycle is cut. */
  private parentsOf(rows: ReadonlyArray<number>): ReadonlyMap<number, number> {
    const { container, whole } = this.relations
    const parentOf = (row: number): number => {
      const above = this.placeAt(whole[row]!)
      return above >= 0 ? above : this.placeAt(container[row]!)
    }
    const parents = new Map(rows.map((row) => [row, parentOf(row)]))
    const settled = new Set<number>()
    for (const row of rows) {
      const path = new Set<number>()
      for (let at = row; at >= 0 && !settled.has(at); at = parents.get(at)!) {
        if (path.has(at)) {
          this.file.log.count("Spatial elements that are parts of themselves", `#${this.file.idOf(at)}`)
          parents.set(at, -1)
          break
        }
        path.add(at)
      }
      for (const passed of path) settled.add(passed)
    }
    return this.flattened(parents)
  }

  /** Moves elements beyond the maximum depth of locations up, beside their parent. */
  private flattened(parents: Map<number, number>): ReadonlyMap<number, number> {
    const levels = new Map([[-1, 0]])
    for (const row of parents.keys()) {
      const path: Array<number> = []
      for (let at = row; !levels.has(at); at = parents.get(at)!) path.push(at)
      for (const passed of path.toReversed()) {
        const parent = parents.get(passed)!
        const level = levels.get(parent)! + 1
        levels.set(passed, Math.min(level, limits.locationLevels.most))
        if (level <= limits.locationLevels.most) continue
        parents.set(passed, parents.get(parent)!)
        this.file.log.count(
          `Spatial elements below ${limits.locationLevels.most} levels of others, which were moved up`,
          `#${this.file.idOf(passed)}`
        )
      }
    }
    return parents
  }
}

const nowhere = -3
