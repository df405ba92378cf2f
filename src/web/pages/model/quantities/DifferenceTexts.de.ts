import { counted } from "../../../words/Format.ts"

const products = (count: number): string => (count === 1 ? "1 Bauteil" : `${counted(count)} Bauteile`)

/** German texts about differences between versions, and about where values come from. */
export const words = {
  title: "Unterschiede zwischen Versionen",
  older: "Vergleichen mit",
  none: "keiner Version",
  newer: "Neuere Version",
  latest: "neueste, mit Ihren Änderungen",
  products: "Bauteile",
  heads: ["alt", "neu", "±"],
  total: "gesamt",
  without: "ohne",
  busy: "Versionen werden verglichen …",
  counts: (added: number, removed: number): string =>
    `${products(added)} hinzugekommen, ${products(removed)} entfallen.`,
  authoredAlone:
    "Mengen sind nur die Werte der Datei: Unterschiede berechneter Mengen gibt es nicht, weil der Dienst aus der Geometrie nur der neuesten Version rechnet.",
  measured: (name: string, before: string, after: string): string =>
    `${name}: ${before} vorher mit Menge, ${after} nachher.`,
  part: (measured: number, all: number): string => `${counted(measured)} von ${counted(all)}`,
  save: "Als XLSX speichern",
  sheet: "Unterschiede",
  about: "Über diese Tabelle",
  inSi: "Summen sind in SI-Einheiten, weil Versionen verschiedene Einheiten haben können.",
  unitsApart: (field: string): string =>
    `${field} enthält Zahlen in verschiedenen Einheiten, die sich nicht addieren lassen.`,
  first: (shown: number, all: number): string => `Die ersten ${counted(shown)} von ${counted(all)} Gruppen.`,
  origin: "Werte",
  origins: {
    both: "aus der Datei, sonst berechnet",
    authored: "nur aus der Datei",
    computed: "berechnet, wo die Datei keine enthält"
  },
  originFile: "Eine gespeicherte Datei enthält die Werte der Datei, sonst die berechneten."
}
