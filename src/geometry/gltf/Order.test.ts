import { expect, test } from "bun:test"
import * as FastCheck from "effect/FastCheck"
import { byFirstUse, inOrder, taken } from "./Order.ts"

/**
 * Triangles with few distinct corners: random ones, with edges that three triangles share, and neighbours with opposite
 * orientation.
 */
const heaps = FastCheck.array(
  FastCheck.uniqueArray(FastCheck.nat(12), { minLength: 3, maxLength: 3 }).map(([a, b, c]) => [a!, b!, c!] as const),
  { maxLength: 200 }
).map((triangles) => Uint32Array.from(triangles.flat()))

/** The triangles with their orientation, whichever corner comes first, sorted. */
const faces = (triangles: ArrayLike<number>): ReadonlyArray<string> =>
  Array.from({ length: triangles.length / 3 }, (_, i) => {
    const face = [0, 1, 2].map((corner) => triangles[3 * i + corner]!)
    const least = face.indexOf(Math.min(...face))
    return [...face.slice(least), ...face.slice(0, least)].join()
  }).toSorted()

test("reordered triangles are the same and keep their orientation", () => {
  FastCheck.assert(
    FastCheck.property(heaps, (triangles) => {
      const ordered = inOrder(triangles)
      expect(faces(ordered)).toEqual(faces(triangles))
      const { corners, triangles: named } = byFirstUse(ordered, 13)
      expect(Array.from(named, (corner) => corners[corner]!)).toEqual([...ordered])
      expect([...new Set(named)]).toEqual(Array.from(corners.keys()))
      const places = Float32Array.from({ length: 39 }, (_, i) => i)
      expect([...taken(places, corners)]).toEqual(
        [...corners].flatMap((corner) => [0, 1, 2].map((i) => 3 * corner + i))
      )
    })
  )
})

test("each triangle of a strip is adjacent to the one before it", () => {
  const strip = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? [i, i + 1, i + 2] : [i + 1, i, i + 2]))
  const mixed = strip.toSorted((a, b) => ((a[0]! * 37) % 101) - ((b[0]! * 37) % 101))
  const first = mixed.findIndex(([a]) => a === 0)
  const { triangles } = byFirstUse(inOrder(Uint32Array.from([mixed[first]!, ...mixed.toSpliced(first, 1)].flat())), 102)
  expect(faces(triangles)).toEqual(faces(strip.flat()))
})
