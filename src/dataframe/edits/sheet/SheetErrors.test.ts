import { expect, test } from "bun:test"
import { mostErrors, mostRepeated } from "../../../domain/edits/Modification.ts"
import { SheetErrors } from "./SheetErrors.ts"

const added = (count: number, guid: string, errors = new SheetErrors()): SheetErrors => {
  for (let row = count + 1; row > 1; row--) errors.add({ guid, row, column: "Name" }, "InvalidValue", "why")
  return errors
}

test("errors are listed by row, up to a limit, after which one error stands for the others", () => {
  expect(added(2, "g").listed()).toEqual(
    [2, 3].map((row) => ({ guid: "g", field: "Name", error: "InvalidValue", description: "why", row, column: "Name" }))
  )
  expect(added(mostErrors, "g").listed().length).toBe(mostErrors)
  const tooMany = added(mostErrors + 5, "g").listed()
  expect([tooMany.length, tooMany.at(-1)!.error]).toEqual([mostErrors + 1, "TooManyErrors"])
})

test("the limit is lower if errors repeat long texts, across collections as well", () => {
  const first = added(2, "g".repeat(mostRepeated / 4))
  expect(first.isFull).toBe(false)
  const next = added(5, "g".repeat(mostRepeated / 4), new SheetErrors(first.state))
  expect(next.isFull).toBe(true)
  expect(next.listed().map(({ error }) => error)).toEqual([...Array(4).fill("InvalidValue"), "TooManyErrors"])
  expect(next.listed().at(-1)!.description).toBe("There are more than 4 errors.")
})
