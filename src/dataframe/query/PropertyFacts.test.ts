import { expect, test } from "bun:test"
import { ofProperty } from "../../domain/DerivedUuid.ts"
import { tableOf } from "../testing/TestContent.ts"
import { find, heads, mayHave, merge, type PropertyFact } from "./PropertyFacts.ts"

const fact = (more: Partial<PropertyFact>): PropertyFact => ({
  set: "S",
  name: "a",
  dataType: "Real",
  unit: null,
  enumerationValues: null,
  ...more
})

test("types that models agree on are kept; Integer and Real become Real; other kinds and units become null", () => {
  expect(merge([fact({ unit: "Metre" }), fact({ unit: "Metre" })])).toEqual(fact({ unit: "Metre" }))
  expect(merge([fact({ unit: "Metre" }), fact({ unit: "Foot" })]).unit).toBeNull()
  expect(merge([fact({}), fact({ dataType: "Integer" })]).dataType).toBe("Real")
  expect(merge([fact({ dataType: "Integer" })]).dataType).toBe("Integer")
  expect(merge([fact({}), fact({ dataType: "String" })]).dataType).toBeNull()
  expect(merge([fact({ dataType: null }), fact({ dataType: "Integer" })]).dataType).toBeNull()
})

test("the words of an enumeration are those of all models, each once", () => {
  const words = (...enumerationValues: ReadonlyArray<string>) => fact({ dataType: "Enum", enumerationValues })
  expect(merge([words("x", "y"), words("y", "z")]).enumerationValues).toEqual(["x", "y", "z"])
  expect(merge([words("x"), fact({ dataType: "String" })])).toEqual(fact({ dataType: null }))
})

test("a property is found by its guid in the project, in several turns of the event loop", () => {
  const cells = Array.from({ length: 1000 }, (_, i) => [`Set|Property ${i}`, i] as const)
  const table = tableOf({ products: [{ cells }] })
  const work = heads(table, "7")
  let turns = 0
  let step = work.next()
  for (; step.done !== true; step = work.next()) turns++
  expect(turns).toBe(5)
  const known = step.value
  for (const name of ["Property 0", "Property 999"]) {
    const guid = ofProperty("7", "Set", name)
    expect(mayHave(known, guid)).toBe(true)
    expect(find(table, "7", known, guid)).toMatchObject({ set: "Set", name, dataType: "Real" })
  }
  for (const guid of [ofProperty("8", "Set", "Property 0"), ofProperty("7", "Set", "Property 1000")]) {
    expect([mayHave(known, guid), find(table, "7", known, guid)]).toEqual([false, null])
  }
})
