import { counted } from "../../../words/Format.ts"

/** German texts about quantities; part of those of the model's page. */
export const quantities = {
  measure: "Mengen",
  addMeasure: "Menge hinzufügen",
  addKey: "Gruppieren nach",
  remove: (name: string): string => `${name} entfernen`,
  products: "Bauteile",
  sum: "Summe",
  sumOf: (name: string): string => `Summe von ${name}`,
  missing: (count: number): string => `${counted(count)} ohne Menge`,
  suspectIn: (count: number): string => `${counted(count)} auffällig`,
  units: "Einheiten",
  unitsOf: { Model: "wie im Modell", SI: "SI" },
  wholeModel: "Für das ganze Modell; die Filter gelten hier nicht.",
  group: "Gruppiert nach",
  byClass: "Klasse",
  measures: {
    Count: "Anzahl",
    Length: "Länge",
    NetArea: "Nettofläche",
    GrossArea: "Bruttofläche",
    NetVolume: "Nettovolumen",
    GrossVolume: "Bruttovolumen"
  } as Readonly<Record<string, string>>,
  total: "gesamt",
  ofLatest: "Aus den Bauteilen der neuesten Version.",
  without: "ohne",
  busy: "Wird berechnet …",
  only: "Nur Auswahl",
  nothing: "Nichts ausgewählt.",
  measured: (measured: number, products: number): string => `${counted(measured)} von ${counted(products)} mit Menge`,
  part: (measured: number, products: number): string => `${counted(measured)} von ${counted(products)}`,
  largest: (shown: number, all: number): string => `Die ${counted(shown)} größten von ${counted(all)} Gruppen.`
}

/** German texts about the measures of one product; part of those of the model's page. */
export const measures = {
  quantities: "Mengen und ihre Herkunft",
  computed: "berechnet",
  suspect: "auffällig",
  shape: "Aus der Geometrie",
  ofShape: {
    "Computed.BottomElevation": "Unterkante",
    "Computed.CentroidX": "Schwerpunkt X",
    "Computed.CentroidY": "Schwerpunkt Y",
    "Computed.CentroidZ": "Schwerpunkt Z",
    "Computed.FootprintArea": "Grundfläche",
    "Computed.GrossVolume": "Bruttovolumen",
    "Computed.Height": "Höhe",
    "Computed.Length": "Länge",
    "Computed.SideArea": "Seitenfläche",
    "Computed.SurfaceArea": "Oberfläche",
    "Computed.TopElevation": "Oberkante",
    "Computed.Volume": "Volumen",
    "Computed.Width": "Breite"
  } as Readonly<Record<string, string>>
}
