import type { ContentCodification } from "../../../src/domain/models/ModelContent.ts"
import type { SharedContent } from "../../../src/domain/models/SharedSlice.ts"

/** Returns a classification system as a file brings it, of which nothing but the name is known unless more is given. */
export const system = (name: string | null, more: Partial<ContentCodification> = {}): ContentCodification => ({
  name,
  key: name,
  description: null,
  source: null,
  edition: null,
  editionDate: null,
  uri: null,
  ...more
})

/** So many materials and codes of one codification, the first fifty a chain, as a file brings them. */
export const brought = (count: number): Omit<SharedContent, "locations"> => ({
  materials: Array.from({ length: count }, (_, i) => ({
    name: `Oak ${i}`,
    description: null,
    category: null,
    properties: []
  })),
  codifications: [system("Uniclass")],
  codes: Array.from({ length: count }, (_, i) => ({
    codification: 0,
    identification: `EF_${i}`,
    name: "n",
    description: null,
    uri: null,
    parent: i - 1 < 50 ? i - 1 : 0
  }))
})
