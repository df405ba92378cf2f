import type { ContentLocation } from "../domain/ModelContent.ts"
import type { Decomposition } from "./Decomposition.ts"
import type { GlobalIds } from "./GlobalIds.ts"
import type { IfcFile } from "./IfcFile.ts"
import type { ObjectProperties } from "./ObjectProperties.ts"

/** Location types by class, the more special ones first. */
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
 * The spatial structure of a file as locations, and where its products are.
 *
 * Source: IFC 4.3, IfcSpatialStructureElement, IfcExternalSpatialElement.
 */
export class Locations {
  readonly locations: Array<ContentLocation> = []
  /** By row: 1 + the location of a spatial element, 0 for what is none. */
  private readonly indexOf: Int32Array
  /** By row: where an object is, once that was asked; `none` for nowhere. */
  private readonly nearest: Int32Array

  constructor(
    private readonly file: IfcFile,
    private readonly relations: Decomposition,
    private readonly guids: GlobalIds,
    private readonly properties: ObjectProperties
  ) {
    this.indexOf = new Int32Array(file.rows)
    this.nearest = new Int32Array(file.rows).fill(unread)
    const types = new Map<number, string>()
    for (const [name, type] of locationTypes) {
      for (const row of file.rowsOf(name)) if (!types.has(row)) types.set(row, type)
    }
    const rows = [...types.keys()].sort((a, b) => a - b)
    for (const row of rows) this.place(row, types)
  }

  /** The location nearest to an object: its container's, else its whole's, else that of what it fills or voids. */
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
      const container = this.relations.container[at]!
      if (container >= 0 && this.indexOf[container]! > 0) {
        found = this.indexOf[container]! - 1
        break
      }
      const whole = this.relations.whole[at]!
      at = whole >= 0 ? whole : this.relations.host[at]!
    }
    for (const passed of path) this.nearest[passed] = found
    return found === nowhere ? -1 : found
  }

  /** Adds a spatial element behind those that it is a part of. */
  private place(row: number, types: ReadonlyMap<number, string>): void {
    const waiting = [row]
    const seen = new Set<number>()
    while (waiting.length > 0) {
      const at = waiting.at(-1)!
      const parent = this.parentOf(at, types)
      if (this.indexOf[at]! > 0) waiting.pop()
      else if (parent >= 0 && this.indexOf[parent] === 0 && !seen.has(at)) {
        seen.add(at)
        waiting.push(parent)
      } else {
        waiting.pop()
        if (parent >= 0 && this.indexOf[parent] === 0) {
          this.file.log.count("Spatial elements that are parts of themselves", `#${this.file.idOf(at)}`)
        }
        this.add(at, types.get(at)!, parent < 0 ? -1 : this.indexOf[parent]! - 1)
      }
    }
  }

  private parentOf(row: number, types: ReadonlyMap<number, string>): number {
    const { whole, container } = this.relations
    if (types.has(whole[row]!)) return whole[row]!
    return types.has(container[row]!) ? container[row]! : -1
  }

  private add(row: number, type: string, parent: number): void {
    const { file } = this
    const read = file.reader()
    if (!read.openRow(row)) return
    const { attributes, name: className } = file.classOf(row)
    const name = read.string(2) ?? ""
    const longName = read.string(attributes.indexOf("LongName"))
    const guid = this.guids.give(read.onceString(0), className, () => `${name}\0${longName ?? ""}`)
    this.indexOf[row] = this.locations.length + 1
    this.locations.push({ guid, name, type, parent, longName, properties: this.properties.rows(row) })
  }
}

const nowhere = -3
