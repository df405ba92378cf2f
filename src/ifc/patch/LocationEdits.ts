import type { DescribedLocation } from "../../domain/Described.ts"
import type { Edit } from "../../domain/Edit.ts"
import type { LocationType } from "../../domain/Location.ts"
import { classNamed } from "../Schema.ts"
import { newGuid, ownerOf, type Patching, Relations } from "./Relations.ts"
import * as StepWord from "./StepWord.ts"

export type LocationEdit = Extract<Edit, { readonly kind: "SpatialLocation" }>

/** The class of each type, and what stands for it where a schema lacks that. */
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

/** Where products are, of the spatial elements that the file has by GlobalId, else of new ones below their parents. */
export class LocationEdits {
  private readonly relations: Relations
  private readonly ids = new Map<string, number>()

  constructor(
    private readonly patching: Patching,
    private readonly locations: ReadonlyMap<string, DescribedLocation>
  ) {
    const { file, locations: known } = patching.model
    this.relations = new Relations(patching, "IfcRelContainedInSpatialStructure")
    for (const { guid, row } of known.rowsOfLocations()) this.ids.set(guid, file.idOf(row))
  }

  /** Why not, where the project has no such location, or the file places a product by what it fills. */
  put(product: number, { now }: LocationEdit): string | null {
    const { relations, rows } = this.patching.model
    const row = rows[product]!
    if (now === "" && relations.host[row]! >= 0) return "What fills an opening is where the opening is"
    if (now !== "" && !this.ids.has(now) && !this.locations.has(now)) return "The project has no such location any more"
    for (const { relation } of this.relations.of(row)) this.relations.leave(row, relation)
    if (now !== "") this.relations.join(row, this.idOf(now))
    return null
  }

  apply(guidOf: (row: number) => string): void {
    this.relations.apply(guidOf)
  }

  /** The number of a location; one that the file lacks is made, with those above it. */
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
