import { counted } from "../../../Texts.ts"

/** Texts about quantities; part of those of the model's page. */
export const quantities = {
  measure: "Measures",
  addMeasure: "Add a measure",
  addKey: "Group by",
  remove: (name: string): string => `Remove ${name}`,
  products: "Products",
  sum: "sum of a property",
  sumOf: (name: string): string => `Sum of ${name}`,
  missing: (count: number): string => `${counted(count)} not measured`,
  suspectIn: (count: number): string => `${counted(count)} suspect`,
  units: "Units",
  unitsOf: { Model: "as in the model", SI: "SI" },
  wholeModel: "Of the whole model: the filters do not narrow it.",
  group: "Grouped by",
  byClass: "Class",
  measures: {
    Count: "Count",
    Length: "Length",
    NetArea: "Net area",
    GrossArea: "Gross area",
    NetVolume: "Net volume",
    GrossVolume: "Gross volume"
  } as Readonly<Record<string, string>>,
  total: "in all",
  ofLatest: "Of the products of the latest version.",
  without: "none",
  busy: "Calculating…",
  only: "Selection only",
  nothing: "Nothing is selected.",
  measured: (measured: number, products: number): string => `${counted(measured)} of ${counted(products)} measured`,
  part: (measured: number, products: number): string => `${counted(measured)} of ${counted(products)}`,
  largest: (shown: number, all: number): string => `The ${counted(shown)} largest of ${counted(all)} groups.`
} as const

/** Texts about the measures of one product; part of those of the model's page. */
export const measures = {
  quantities: "Quantities, with where they come from",
  computed: "computed",
  suspect: "suspect",
  shape: "What the shape gives",
  ofShape: {
    "Computed.BottomElevation": "Bottom elevation",
    "Computed.CentroidX": "Centroid X",
    "Computed.CentroidY": "Centroid Y",
    "Computed.CentroidZ": "Centroid Z",
    "Computed.FootprintArea": "Footprint area",
    "Computed.GrossVolume": "Gross volume",
    "Computed.Height": "Height",
    "Computed.Length": "Length",
    "Computed.SideArea": "Side area",
    "Computed.SurfaceArea": "Surface area",
    "Computed.TopElevation": "Top elevation",
    "Computed.Volume": "Volume",
    "Computed.Width": "Width"
  } as Readonly<Record<string, string>>
} as const
