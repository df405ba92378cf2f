import { derive, fromUuid, type GlobalId } from "../../../src/domain/GlobalId.ts"

const nil = "00000000-0000-0000-0000-000000000000"

/** Assigns GlobalIds to the objects of a document, based on their own ids, which stay the same in its next file. */
export interface Guids {
  /**
   * Returns the GlobalId of an object. A repeated id gets one derived from the id and the number of its earlier
   * occurrences.
   */
  readonly give: (id: string) => GlobalId
  /** Returns the number of repeated ids. */
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
