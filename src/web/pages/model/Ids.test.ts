/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { guidIn, idOf, partsOfId, rowsWith, withIds } from "./Ids.ts"

test("rows of several models are told apart by model and GlobalId", () => {
  const row = { Guid: "0a$", Model: { ModelId: 12, Name: "House" } }
  expect(idOf(row)).toBe("12.0a$")
  expect(partsOfId(idOf(row))).toEqual({ model: "12", guid: "0a$" })
  expect(guidIn(idOf(row))).toBe("0a$")
})

test("rows of one model have their GlobalId as id, also if a property is named Model", () => {
  const id = idOf({ Guid: "0a$", Model: { Value: "T 3000", Unit: null } })
  expect(id).toBe("0a$")
  expect(partsOfId(id)).toBeNull()
  expect(guidIn(id)).toBe("0a$")
  expect(idOf(undefined)).toBe("")
})

test("queries over a project ask for the model", () => {
  expect(withIds("/projects/1", ["Class", "Model"])).toEqual(["Class", "Model", "Guid"])
  expect(withIds("/projects/1/models/2", ["Class"])).toEqual(["Class", "Guid"])
})

test("rows of other models with the same GlobalId are left out", () => {
  const [one, other] = [1, 2].map((ModelId) => ({ Guid: "0a$", Model: { ModelId, Name: "" } }))
  expect(rowsWith([one!, other!], ["2.0a$"])).toEqual([other!])
  expect(rowsWith([{ Guid: "0a$" }, { Guid: "0b$" }], ["0a$"])).toEqual([{ Guid: "0a$" }])
})
