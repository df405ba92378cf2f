import type { GeoReference } from "./Coordinates.ts"
import type { PropertyRow } from "../products/PropertyRow.ts"

/**
 * The products of one model file, before any project or user has changed them.
 *
 * Long form and dictionary-coded: a cell is (product, property, value), so that a file with 6,000 different properties
 * costs only as much as its cells. Readers of formats (`ifc/`, `adapters/formats`) write it, `dataframe/` packs it into
 * a product table. All numbers keep the unit of the file.
 */
export interface ModelContent {
  /** The schema as it was read: `IFC2X3`, `IFC4` or `IFC4X3`; null for a format that has none. */
  readonly schema: "IFC2X3" | "IFC4" | "IFC4X3" | null
  /** Every text of the model, once. All `…Text` numbers below are indices into it; -1 means none. */
  readonly texts: ReadonlyArray<string>
  /**
   * The lengths of the items of those texts of several values of which an item contains `; ` itself, by index into
   * `texts`. Such a text occurs once for each way to divide it.
   */
  readonly lists: ReadonlyMap<number, ReadonlyArray<number>>
  readonly products: ContentProducts
  readonly properties: ReadonlyArray<ContentProperty>
  readonly values: ContentValues
  readonly cells: ContentCells
  readonly units: ReadonlyArray<ContentUnit>
  readonly locations: ReadonlyArray<ContentLocation>
  readonly materials: ReadonlyArray<ContentMaterial>
  readonly materialSets: ReadonlyArray<ContentMaterialSet>
  readonly codifications: ReadonlyArray<ContentCodification>
  readonly codes: ReadonlyArray<ContentCode>
  /** Distinct lists of indices into `codes`, as objects have them; none is empty. */
  readonly codeSets: ReadonlyArray<ReadonlyArray<number>>
  readonly groups: ReadonlyArray<ContentGroup>
  /** Distinct lists of indices into `groups`, as products are assigned to them; none is empty. */
  readonly groupSets: ReadonlyArray<ReadonlyArray<number>>
  /**
   * Index into `units` of the model's length unit, in which layer thicknesses are given; -1 if the file assigns none.
   */
  readonly lengthUnit: number
  /** The same for its units of area and volume. */
  readonly areaUnit: number
  readonly volumeUnit: number
}

/** Values of an object. Those of a type also count for its occurrences that have none themselves. */
interface ContentLevel {
  /** The bare word, -1 for none. */
  readonly predefinedTypeText: Int32Array
  /** Index into `materialSets`, -1 without material. */
  readonly materialSet: Int32Array
  /** Index into `codeSets`, -1 without codes. */
  readonly codeSet: Int32Array
}

/** Columns of the products, one entry each, in the order of the file. */
export interface ContentProducts extends ContentLevel {
  readonly count: number
  /** GlobalIds, unique: duplicates in the file have been replaced by derived ones. */
  readonly guid: ReadonlyArray<string>
  /** Usual spelling (`IfcWallStandardCase`); `class[i]` points into it. */
  readonly classes: ReadonlyArray<string>
  readonly class: Uint16Array
  readonly nameText: Int32Array
  readonly descriptionText: Int32Array
  readonly objectTypeText: Int32Array
  readonly tagText: Int32Array
  readonly typeNameText: Int32Array
  /** Sizes of doors and windows in the model's length unit; NaN for none. */
  readonly overallHeight: Float64Array
  readonly overallWidth: Float64Array
  /** Index into `groupSets`, -1 without groups. */
  readonly groupSet: Int32Array
  /** Index into `locations` of the nearest one, -1 if the product is unplaced. */
  readonly location: Int32Array
  /** Values of the products' types, which count if the products have none themselves. */
  readonly ofType: ContentLevel
  /** Row of the product that this one is a part of (IfcRelAggregates, IfcRelNests), -1 for none. */
  readonly whole: Int32Array
  /** 1 if the file gives the product a shape of its own. */
  readonly hasShape: Uint8Array
}

/** The type of the items of a list that is shown as one text. */
export type ItemType = "Real" | "Integer" | "Boolean"

/** A property or quantity: one set name and one property name. The pair is unique and case-sensitive. */
export interface ContentProperty {
  readonly set: string
  readonly name: string
  /** True if the file gives it in an IfcElementQuantity. */
  readonly quantity: boolean
  /** The values of its IfcPropertyEnumeration(s), in the order found; null if no value is from an enumeration. */
  readonly enumeration: ReadonlyArray<string> | null
  /** The type of the items of its lists; absent if they are texts, differ, or if it has none. */
  readonly items?: ItemType
}

/** Bits 0–2 of a value's kind. */
export const VALUE_NULL = 0
export const VALUE_TEXT = 1
export const VALUE_REAL = 2
export const VALUE_INTEGER = 3
export const VALUE_BOOLEAN = 4
export const VALUE_KIND_MASK = 7
/** The text is one word (or several) of an enumeration. */
export const VALUE_ENUMERATION = 8
/** The text consists of several values joined by `; `: the whole text and each single value match a filter. */
export const VALUE_SEVERAL = 16
/** The value cannot be edited: bounds, tables, references, parts of complex properties. */
export const VALUE_FIXED = 32

/** The text consists of the digits of an integer that no double holds exactly. */
export const VALUE_DIGITS = 64
/** Bits of VALUE_NULL: the file says that the missing value is a text or a boolean. */
export const VALUE_LACKS_TEXT = 64
export const VALUE_LACKS_BOOLEAN = 128

/** Distinct values: they differ in kind, content or unit. Each cell refers to one. */
export interface ContentValues {
  /** VALUE_… kind and bits. */
  readonly kind: Uint8Array
  /** The number of a Real or Integer, 1 or 0 for a Boolean, or an index into `texts` for a text. */
  readonly number: Float64Array
  /** Index into `units`, -1 for none. */
  readonly unit: Int16Array
}

/** Flag: the cell belongs to the type, not to the occurrence. */
export const CELL_OF_TYPE = 1
/** Flag: the occurrence has a cell of the same property that hides this one (always with CELL_OF_TYPE). */
export const CELL_HIDDEN = 2
/** Flag: the property appears twice in one set of this product with different values; this one, the first, counts. */
export const CELL_AMBIGUOUS = 4

/**
 * The cells in the order of the products; within a product, in the order of its sets in the file. A pair of product and
 * property has at most one visible cell, and at most one hidden cell beside it.
 */
export interface ContentCells {
  readonly count: number
  readonly product: Uint32Array
  readonly property: Uint32Array
  readonly value: Uint32Array
  readonly flags: Uint8Array
}

/**
 * A unit. `name` is in upper camel case, prefix first (`Millimetre`, `WattPerSquareMetrePerKelvin`); SI = value *
 * `toSi` + `offset`. An empty name stands for a measure without unit, or for one whose unit the file does not assign.
 */
export interface ContentUnit {
  readonly name: string
  /**
   * `LENGTHUNIT`, `AREAUNIT`, … of IfcUnitEnum or IfcDerivedUnitEnum; `MONETARY` for money; for a measure without unit
   * the same form (`COUNTUNIT`, `RATIOUNIT`).
   */
  readonly kind: string
  readonly toSi: number
  readonly offset: number
}

/** A spatial element. Locations are in the order of the file, parents before or after their children. */
export interface ContentLocation {
  readonly guid: string
  readonly name: string
  /** A location type of the specification: Site, Building, Floor, Space, Bridge, … */
  readonly type: string
  /** Index into `locations`, -1 for a root. */
  readonly parent: number
  readonly longName: string | null
  /** Property sets and quantities that the file gives the location, with values as texts. */
  readonly properties: ReadonlyArray<PropertyRow>
}

/** A system, zone or other group of products. */
export interface ContentGroup {
  readonly guid: string
  readonly name: string
  /** Usual spelling (`IfcDistributionSystem`). */
  readonly class: string
}

/** A material. Materials with the same name are one material. */
export interface ContentMaterial {
  readonly name: string
  readonly description: string | null
  readonly category: string | null
  /** The property sets that the file gives the material, with values as texts. */
  readonly properties: ReadonlyArray<PropertyRow>
}

/** A material association of products. Equal ones are stored once. */
export interface ContentMaterialSet {
  /** Name of the set, or of a single material; null if there is none. */
  readonly name: string | null
  /** `single`: one material (or a list of one); its text is the name alone, without thickness. */
  readonly form: "single" | "list" | "layers" | "profiles" | "constituents"
  readonly layers: ReadonlyArray<ContentLayer>
}

export interface ContentLayer {
  /** Index into `materials`, -1 if the layer names none. */
  readonly material: number
  /** Name of the layer itself, if the file gives one. */
  readonly name: string | null
  /** Thickness in the model's length unit; null for entries that have none. */
  readonly thickness: number | null
  /** A constituent's fraction, 0 to 1. */
  readonly fraction: number | null
}

/**
 * A classification system of the file. A null name stands for references that belong to none (named like the model).
 */
export interface ContentCodification {
  readonly name: string | null
  /**
   * Identifies the system within the file: its name, or its name with source, edition and date if an earlier system has
   * the same name. Null if the name is null.
   */
  readonly key: string | null
  readonly description: string | null
  readonly source: string | null
  readonly edition: string | null
  readonly editionDate: string | null
  readonly uri: string | null
  /** True if it has codes and all of them are known to the project: the file adds no library. */
  readonly isKnown?: boolean
}

/** A classification reference. Identifications are unique within one codification. Parents come before children. */
export interface ContentCode {
  /** Index into `codifications`. */
  readonly codification: number
  readonly identification: string
  readonly name: string
  readonly description: string | null
  readonly uri: string | null
  /** Index into `codes`, -1 for a top-level code. */
  readonly parent: number
  /** Guid of the code of the project that an export wrote into the file; absent for a code that the file adds. */
  readonly guid?: string
}

/** Report of an import about the file, in addition to its content. Lists are capped; their counts are not. */
export interface ImportReport {
  /** Whether the file ends in the middle, so that parts of the model may be missing; absent in older reports. */
  readonly incomplete?: boolean
  readonly schema: string | null
  readonly entities: number
  /** Number of elements by class, in usual spelling. */
  readonly products: Readonly<Record<string, number>>
  /** Product × set × property triples of all IfcProducts, as `manifest.tsv` of the test models counts them. */
  readonly propertyRecords: number
  readonly skipped: ReportList<{ readonly line: number; readonly reason: string }>
  readonly duplicateGlobalIds: ReportList<{
    readonly guid: string
    readonly givenInstead: string
    readonly class: string
  }>
  readonly duplicateProperties: ReportList<{ readonly guid: string; readonly set: string; readonly name: string }>
  readonly withoutShape: ReportList<{ readonly guid: string; readonly class: string }>
  /**
   * Door, window and reinforcement property sets with fixed attributes, which are not fields: number of sets found, by
   * class.
   */
  readonly fixedAttributeSets: Readonly<Record<string, number>>
  /** Results of computing the shapes; absent if nobody has tried. */
  readonly geometry?: GeometryReport
  /** Sentences about anything else that was read differently from what the file says. */
  readonly warnings: ReadonlyArray<string>
}

/** Results of computing the shapes of products. */
export interface GeometryReport {
  /** Products that have a mesh. */
  readonly meshed: number
  /**
   * Products whose shape gave no triangle (`missing`), whose whole shape is cut away by openings (`empty`), or whose
   * mesh lacks faces (`open`).
   */
  readonly missing: ReportList<{ readonly guid: string; readonly class: string }>
  readonly empty: ReportList<{ readonly guid: string; readonly class: string }>
  readonly open: ReportList<{ readonly guid: string; readonly class: string }>
  /** The reason why there is no geometry at all, in a sentence; null if there is. */
  readonly failure: string | null
}

export interface ReportList<A> {
  readonly count: number
  /** The first 1,000. */
  readonly first: ReadonlyArray<A>
}

/** A model file as it was read. */
export interface ReadModel {
  readonly content: ModelContent
  readonly report: ImportReport
  readonly position: GeoReference
}
