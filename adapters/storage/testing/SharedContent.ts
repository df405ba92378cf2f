import { system } from "../../../src/dataframe/testing/TestContent.ts"
import type { SharedContent } from "../../../src/domain/models/SharedSlice.ts"

/** Returns `count` materials and `count` codes of one codification, of which the first fifty are nested. */
export const sharedContent = (count: number): Omit<SharedContent, "locations"> => ({
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
