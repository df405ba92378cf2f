/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { readScene, shownOf } from "./SceneState.ts"

const read = (text: string) => readScene(new URLSearchParams(text))

test("an address without models shows all of them", () => {
  const state = read("")
  expect(state.models).toBeNull()
  expect([...shownOf(state, ["1", "2"])]).toEqual(["1", "2"])
})

test("models are chosen, switched off, shown alone and placed by the address", () => {
  const state = read("models=1,2,x&off=2&place=2.site,3.nowhere,1.origin")
  expect(state.models).toEqual(["1", "2"])
  expect([...shownOf(state, ["1", "2"])]).toEqual(["1"])
  expect([...state.places]).toEqual([
    ["2", "site"],
    ["1", "origin"]
  ])
  expect([...shownOf(read("off=1&only=1"), ["1", "2"])]).toEqual(["1"])
  // A model that is not loaded cannot be shown alone.
  expect([...shownOf(read("only=3"), ["1", "2"])]).toEqual(["1", "2"])
})

test("an empty list of models loads none", () => {
  expect(read("models=").models).toEqual([])
})
