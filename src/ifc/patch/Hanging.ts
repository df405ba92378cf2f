import type { OpenModel } from "../ReadModel.ts"

const none: ReadonlyArray<number> = []

/** The objects below each object of a file, by row: its parts, its openings, and what fills an opening. */
export class Hanging {
  private readonly parts: ReadonlyMap<number, ReadonlyArray<number>>
  private readonly hosted: ReadonlyMap<number, ReadonlyArray<number>>

  constructor({ relations }: OpenModel) {
    this.parts = inverse(relations.whole)
    this.hosted = inverse(relations.host)
  }

  partsOf(row: number): ReadonlyArray<number> {
    return this.parts.get(row) ?? none
  }

  /** Returns the openings in an element, or what fills an opening. */
  hostedBy(row: number): ReadonlyArray<number> {
    return this.hosted.get(row) ?? none
  }
}

const inverse = (above: Int32Array): ReadonlyMap<number, ReadonlyArray<number>> => {
  const below = new Map<number, Array<number>>()
  for (let row = 0; row < above.length; row++) {
    if (above[row]! >= 0) below.getOrInsertComputed(above[row]!, () => []).push(row)
  }
  return below
}
