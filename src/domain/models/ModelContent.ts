import type { PropertyRow } from "../products/PropertyRow.ts"

/**
 * What one model file says of its products, before any project or user has touched it.
 *
 * Long form and dictionary-coded: a cell is (product, property, value), so that a file with 6,000 different
 * properties costs what its cells cost. Readers of formats (`ifc/`, `adapters/formats`) write it,
 * `dataframe/` packs it into a product table. All numbers keep the unit of the file.
 */
export interface ModelContent {
  /** The schema as it was read: `IFC2X3`, `IFC4` or `IFC4X3`; null for a format that has none. */
  readonly schema: "IFC2X3" | "IFC4" | "IFC4X3" | null
  /** Every text of the model, once. All `…Text` numbers below point into it; -1 is "none". */
  readonly texts: ReadonlyArray<string>
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
  /** Index into `units` of the model's length unit; -1 when the file assigns none. Layer thicknesses are in it. */
  readonly lengthUnit: number
}

/** What an object says that counts for the occurrences of a type where they do not say it themselves. */
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
  /** GlobalIds, unique: duplicates in the file have been given derived ones. */
  readonly guid: ReadonlyArray<string>
  /** Usual spelling (`IfcWallStandardCase`); `class[i]` points into it. */
  readonly classes: ReadonlyArray<string>
  readonly class: Uint16Array
  readonly nameText: Int32Array
  readonly descriptionText: Int32Array
  readonly objectTypeText: Int32Array
  readonly tagText: Int32Array
  readonly typeNameText: Int32Array
  /** Index into `locations` of the nearest one, -1 when unplaced. */
  readonly location: Int32Array
  /** What their types say, below what they say themselves. */
  readonly ofType: ContentLevel
  /** Row of the product that this one is a part of (IfcRelAggregates, IfcRelNests), -1 when of none. */
  readonly whole: Int32Array
  /** 1 where the file gives the product a shape of its own. */
  readonly hasShape: Uint8Array
}

/** A property or quantity: one set name and one property name. Names are unique as a pair, case counts. */
export interface ContentProperty {
  readonly set: string
  readonly name: string
  /** True where the file gives it in an IfcElementQuantity. */
  readonly quantity: boolean
  /** The words of its IfcPropertyEnumeration(s), in the order met; null where no value is an enumeration's. */
  readonly enumeration: ReadonlyArray<string> | null
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
/** The text is several values joined by `; `: the whole and each single one match a filter. */
export const VALUE_SEVERAL = 16
/** The value cannot be edited: bounds, tables, references, parts of complex properties. */
export const VALUE_FIXED = 32

/** Distinct values: distinct in kind, content and unit. A cell points at one. */
export interface ContentValues {
  /** VALUE_… kind and bits. */
  readonly kind: Uint8Array
  /** The number of a Real or Integer; 1 or 0 of a Boolean; an index into `texts` of a text. */
  readonly number: Float64Array
  /** Index into `units`, -1 for none. */
  readonly unit: Int16Array
}

/** Set: the cell is the type's, not the occurrence's. */
export const CELL_OF_TYPE = 1
/** Set: the occurrence has a cell of the same property that hides this one (always with CELL_OF_TYPE). */
export const CELL_HIDDEN = 2
/** Set: the property stands twice in one set of this product with different values; this one, the first, counts. */
export const CELL_AMBIGUOUS = 4

/**
 * The cells in the order of the products; within a product in the order in which its sets stand in the file.
 * One visible cell at most for (product, property), and beside it one hidden at most.
 */
export interface ContentCells {
  readonly count: number
  readonly product: Uint32Array
  readonly property: Uint32Array
  readonly value: Uint32Array
  readonly flags: Uint8Array
}

/** `name` in upper camel case, prefix first (`Millimetre`, `WattPerSquareMetrePerKelvin`); SI = value * `toSi` + `offset`. */
export interface ContentUnit {
  readonly name: string
  /** `LENGTHUNIT`, `AREAUNIT`, … of IfcUnitEnum or IfcDerivedUnitEnum; `MONETARY` for money. */
  readonly kind: string
  readonly toSi: number
  readonly offset: number
}

/** A spatial element. They stand in the order of the file, parents before or behind their children. */
export interface ContentLocation {
  readonly guid: string
  readonly name: string
  /** A location type of the specification: Site, Building, Floor, Space, Bridge, … */
  readonly type: string
  /** Index into `locations`, -1 for a root. */
  readonly parent: number
  readonly longName: string | null
  /** Property sets and quantities that the file gives it, values as texts. */
  readonly properties: ReadonlyArray<PropertyRow>
}

/** Materials of one name are one material. */
export interface ContentMaterial {
  readonly name: string
  readonly description: string | null
  readonly category: string | null
}

/** One kind of material association as products hold it; equal ones stand once. */
export interface ContentMaterialSet {
  /** The set's name, null where it has none; of a single material its own. */
  readonly name: string | null
  /** `single`: one material (or a list of one); its text is the name alone, without thickness. */
  readonly form: "single" | "list" | "layers" | "profiles" | "constituents"
  readonly layers: ReadonlyArray<ContentLayer>
}

export interface ContentLayer {
  /** Index into `materials`, -1 where the layer names none. */
  readonly material: number
  /** The layer's own name, where the file gives one. */
  readonly name: string | null
  /** In the model's length unit; null for entries that have none. */
  readonly thickness: number | null
  /** A constituent's fraction, 0 to 1. */
  readonly fraction: number | null
}

/** A classification system of the file; null name: references that belong to none (named like the model). */
export interface ContentCodification {
  readonly name: string | null
  readonly description: string | null
  readonly source: string | null
  readonly edition: string | null
  readonly editionDate: string | null
  readonly uri: string | null
}

/** A classification reference. Within one codification identifications are unique. Parents stand before children. */
export interface ContentCode {
  /** Index into `codifications`. */
  readonly codification: number
  readonly identification: string
  readonly name: string
  readonly description: string | null
  readonly uri: string | null
  /** Index into `codes`, -1 for a top-level code. */
  readonly parent: number
}

/** What an import tells of the file beside its content. Lists are capped; the counts beside them are not. */
export interface ImportReport {
  readonly schema: string | null
  readonly entities: number
  /** Elements by class in usual spelling. */
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
  /** Door, window and reinforcement property sets of fixed attributes, which are no fields: sets met, by class. */
  readonly fixedAttributeSets: Readonly<Record<string, number>>
  /** What came of the shapes; absent where nobody has tried. */
  readonly geometry?: GeometryReport
  /** Sentences on anything else that was read differently from how it stands in the file. */
  readonly warnings: ReadonlyArray<string>
}

/** What came of the shapes of products. */
export interface GeometryReport {
  /** Products that have a mesh. */
  readonly meshed: number
  /** Products whose shape gave no triangle, of whose shape openings take all, or whose mesh lacks faces. */
  readonly missing: ReportList<{ readonly guid: string; readonly class: string }>
  readonly empty: ReportList<{ readonly guid: string; readonly class: string }>
  readonly open: ReportList<{ readonly guid: string; readonly class: string }>
  /** Why there is no geometry at all, in a sentence; null where there is. */
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
}
