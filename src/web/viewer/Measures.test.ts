/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { makeMeasures } from "./Measures.ts"
import { mostLines } from "./render/FinishShaders.ts"

test("the start of a distance is shown until it is measured, besides all drawn ones", () => {
  const measures = makeMeasures()
  measures.begin([0, 0, 0])
  expect(measures.lines()).toEqual([
    [
      [0, 0, 0],
      [0, 0, 0]
    ]
  ])
  expect(measures.add([0, 0, 0], [3, 2, 4])).toEqual({ distance: Math.sqrt(29), level: 5, rise: 2 })
  for (let n = 0; n < 9; n++) measures.add([0, 0, 0], [n, 0, 0])
  const drawn = measures.lines()
  measures.begin([1, 1, 1])
  expect(measures.lines()).toEqual([
    ...drawn,
    [
      [1, 1, 1],
      [1, 1, 1]
    ]
  ])
  expect(measures.lines().length).toBeLessThanOrEqual(mostLines)
  measures.clear()
  expect(measures.lines()).toEqual([])
})
