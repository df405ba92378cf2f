import { counted } from "../../../Texts.ts"
import { inLanguage } from "../../../words/Words.ts"

const products = (count: number): string => (count === 1 ? "1 product" : `${counted(count)} products`)

/** English texts about differences between versions, and about where values come from. */
export const words = {
  title: "Differences between versions",
  older: "Compare with",
  none: "no version",
  newer: "Newer version",
  latest: "latest, with your changes",
  products: "Products",
  heads: ["old", "new", "±"],
  total: "all",
  without: "none",
  busy: "Comparing the versions…",
  counts: (added: number, removed: number): string => `${products(added)} added, ${products(removed)} removed.`,
  authoredAlone:
    "Measures are authored values alone: differences of computed ones cannot be shown, because the service computes from the shapes of the latest version only.",
  measured: (name: string, before: string, after: string): string =>
    `${name}: measured ${before} before, ${after} after.`,
  part: (measured: number, all: number): string => `${counted(measured)} of ${counted(all)}`,
  save: "Save as XLSX",
  sheet: "Differences",
  about: "About",
  inSi: "Sums are in SI units, because versions may have different ones.",
  unitsApart: (field: string): string => `${field} has numbers in different units, which cannot be added.`,
  first: (shown: number, all: number): string => `The first ${counted(shown)} of ${counted(all)} groups.`,
  origin: "Values",
  origins: {
    both: "authored, else computed",
    authored: "authored alone",
    computed: "computed where nothing is authored"
  },
  originFile: "A saved file has authored values, else computed ones."
} as const

/** All texts about differences between versions, and about where values come from. */
export const texts = inLanguage(words, (german) => german.differences)
