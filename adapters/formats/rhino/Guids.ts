import { derive, fromUuid, type GlobalId } from "../../../src/domain/GlobalId.ts"

const nil = "00000000-0000-0000-0000-000000000000"

/** GlobalIds of a document's objects: each has its own id's, for it is the same in the document's next file. */
export interface Guids {
  /** A second object with an id gets one that is derived from it and from how many had it before. */
  readonly give: (id: string) => GlobalId
  /** How many did. */
  readonly repeated: () => number
}

export const make = (): Guids => {
  const times = new Map<string, number>()
  let repeated = 0
  return {
    give: (id) => {
      const before = times.get(id) ?? 0
      times.set(id, before + 1)
      if (before > 0) repeated++
      return before === 0 && id !== nil ? fromUuid(id) : derive("rhino", "object", id, String(before))
    },
    repeated: () => repeated
  }
}
