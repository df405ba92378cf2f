import { expect, test } from "bun:test"
import { makeStates, mostSteps } from "./States.ts"

const shown = (states: ReturnType<typeof makeStates>, count: number) =>
  Array.from({ length: count }, (_, i) => i).filter(states.isShown)

test("hiding, isolating and showing all are undone one by one", () => {
  const states = makeStates(new Uint8Array(4))
  states.hide([0])
  states.isolate([0, 1])
  states.showAll()
  expect(shown(states, 4)).toEqual([0, 1, 2, 3])
  expect(states.undo()).toBe(true)
  expect(shown(states, 4)).toEqual([1])
  expect(states.undo()).toBe(true)
  expect(shown(states, 4)).toEqual([1, 2, 3])
  states.show([0])
  expect(shown(states, 4)).toEqual([0, 1, 2, 3])
  expect(states.undo()).toBe(true)
  expect(states.undo()).toBe(true)
  expect(states.undo()).toBe(false)
  expect(shown(states, 4)).toEqual([0, 1, 2, 3])
})

test("a change without effect is no step", () => {
  const states = makeStates(new Uint8Array(3))
  expect(states.isOther()).toBe(false)
  for (const idle of [() => states.color(null), () => states.match(null), () => states.show([1])]) {
    idle()
    expect(states.isOther()).toBe(false)
  }
  states.match([0, 1])
  expect(states.isOther()).toBe(true)
  states.match([1, 0])
  expect(states.isOther()).toBe(false)
  states.color(new Map([[2, [255, 0, 0]]]))
  expect(states.isOther()).toBe(true)
})

test("the number of steps is limited", () => {
  const states = makeStates(new Uint8Array(2))
  for (let i = 0; i <= mostSteps; i++) states.hide([i % 2])
  let count = 0
  while (states.undo()) count++
  expect(count).toBe(mostSteps)
})

test("products excluded by a filter are not shown, even if isolated; spaces are shown on demand", () => {
  const states = makeStates(Uint8Array.of(0, 0, 0, 1))
  states.isolate([0, 1])
  states.match([1, 2, 3])
  expect(shown(states, 4)).toEqual([1])
  states.isolate(null)
  states.showSpaces(true)
  expect(shown(states, 4)).toEqual([1, 2, 3])
  states.match(null)
  expect(shown(states, 4)).toEqual([0, 1, 2, 3])
})
