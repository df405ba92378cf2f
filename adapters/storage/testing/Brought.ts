import type { SharedContent } from "../../../src/domain/models/SharedSlice.ts"

/** So many materials and codes of one codification, the first fifty a chain, as a file brings them. */
export const brought = (count: number): Omit<SharedContent, "locations"> => ({
  materials: Array.from({ length: count }, (_, i) => ({
    name: `Oak ${i}`,
    description: null,
    category: null,
    properties: []
  })),
  codifications: [
    { name: "Uniclass", key: "Uniclass", description: null, source: null, edition: null, editionDate: null, uri: null }
  ],
  codes: Array.from({ length: count }, (_, i) => ({
    codification: 0,
    identification: `EF_${i}`,
    name: "n",
    description: null,
    uri: null,
    parent: i - 1 < 50 ? i - 1 : 0
  }))
})
