import { expect, test } from "bun:test"
import { bcfComponentsOf, componentsShown } from "./ViewpointComponents.ts"

const guid = (n: number): string => `0000000000000000000${String(n).padStart(3, "0")}`
const product = (n: number, isShown: boolean, isSpace = false) => ({ guid: guid(n), isShown, isSpace })

test("few hidden products are exceptions from all, and come back", () => {
  const products = [product(1, true), product(2, false), product(3, true), product(4, false, true)]
  const components = bcfComponentsOf([guid(3), "1.not-one"], products, false)
  expect(components.visibility).toMatchObject({ default_visibility: true, exceptions: [{ ifc_guid: guid(2) }] })
  expect(componentsShown(components)).toEqual({
    selected: [guid(3)],
    isAllShown: true,
    exceptions: [guid(2)],
    areSpacesShown: false
  })
})

test("few shown products are exceptions from nothing, spaces included if they are shown", () => {
  const products = [product(1, false), product(2, false), product(3, false), product(4, true, true)]
  const shown = componentsShown(bcfComponentsOf([], products, true))
  expect(shown).toEqual({ selected: [], isAllShown: false, exceptions: [guid(4)], areSpacesShown: true })
})

test("without a word of visibility all is shown; the default of BCF hides", () => {
  expect(componentsShown(undefined).isAllShown).toBe(true)
  expect(componentsShown({ selection: [] }).isAllShown).toBe(true)
  expect(componentsShown({ visibility: { exceptions: [] } }).isAllShown).toBe(false)
})
