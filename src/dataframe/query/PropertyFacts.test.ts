import { expect, test } from "bun:test"
import { merge, type PropertyFact } from "./PropertyFacts.ts"

const fact = (more: Partial<PropertyFact>): PropertyFact => ({
  set: "S",
  name: "a",
  dataType: "Real",
  unit: null,
  enumerationValues: null,
  ...more
})

test("what models agree on stays; Integer and Real are Real; other kinds and units are null", () => {
  expect(merge([fact({ unit: "Metre" }), fact({ unit: "Metre" })])).toEqual(fact({ unit: "Metre" }))
  expect(merge([fact({ unit: "Metre" }), fact({ unit: "Foot" })]).unit).toBeNull()
  expect(merge([fact({}), fact({ dataType: "Integer" })]).dataType).toBe("Real")
  expect(merge([fact({ dataType: "Integer" })]).dataType).toBe("Integer")
  expect(merge([fact({}), fact({ dataType: "String" })]).dataType).toBeNull()
  expect(merge([fact({ dataType: null }), fact({ dataType: "Integer" })]).dataType).toBeNull()
})

test("words of an enumeration are those of all models, each once", () => {
  const words = (...enumerationValues: ReadonlyArray<string>) => fact({ dataType: "Enum", enumerationValues })
  expect(merge([words("x", "y"), words("y", "z")]).enumerationValues).toEqual(["x", "y", "z"])
  expect(merge([words("x"), fact({ dataType: "String" })])).toEqual(fact({ dataType: null }))
})
