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
  noCalculators:
    "Berechnete Mengen gibt es nur für die neueste Version. Verglichen werden Summen von Eigenschaften und Stückzahlen.",
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
