import { all } from "../../../spec-tests/rules/All.ts"

/** Families with one rule for each area or resource, of which one is representative. */
const families = [/^1-openapi-paths-(?!models$)/, /^2\.5-wrong-method-(?!models$)/, /^2\.5-.+-methods$/]

/** A few rules of each method of the specification. */
const methods: Readonly<Record<string, ReadonlyArray<string>>> = {
  M1: ["M1-model", "4-model-read"],
  M2: ["M2-started", "M2-upload-key", "9-broken-element"],
  M3: ["M3-answer", "M3-pages"],
  M4: ["M4-answer", "M4-pages", "M4-filters-and"],
  M5: ["M5-started", "M5-filters"],
  M6: ["8-result-members", "8-totals"],
  M7: ["M7-fields"],
  M8: ["M8-kind"],
  M9: ["8-dynamic-result"],
  M10: ["7-session-life", "7-session-other-id"],
  M11: ["7-session-end-unknown"],
  M12: ["7-value-text", "7-set-plain", "7-errors-nothing-changed"],
  M13: ["7-delete-product", "7-delete-unknown"],
  M14: ["7-publish-version"],
  M15: ["7-delete-own", "7-session-published"],
  M16: ["M16-started", "8-export-unedited"],
  M17: ["M17-result"]
}

const isFirst = (id: string): boolean => /^(?:1|2\.5)-/.test(id) && !families.some((family) => family.test(id))

/** The ids of the rules that every run of the tests tries. */
export const ids: ReadonlySet<string> = new Set([
  ...all.map(({ id }) => id).filter(isFirst),
  ...Object.values(methods).flat()
])
