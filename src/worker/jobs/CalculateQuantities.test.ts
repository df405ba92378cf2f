import { expect, test } from "bun:test"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import { filtersOf } from "../../dataframe/testing/TestContent.ts"
import { inputOf } from "./CalculateQuantities.ts"

const filters = filtersOf([{ property: "Depth", operator: "Equals", value: 0.3 }])

test("the input of a calculation contains its question; inputs of earlier releases contain only filters", () => {
  const now = inputOf(`${JSON.stringify({ filters, units: "SI" })}\nview\npublished\npersonal`)
  expect(now.question).toEqual({ filters, units: "SI" })
  expect([now.view, now.texts.published.toString(), now.texts.personal.toString()]).toEqual([
    "view",
    "published",
    "personal"
  ])
  expect(inputOf(`${JSON.stringify({ filters })}\nview`).question).toEqual({ filters })
  const before = inputOf(`${JSON.stringify(filters)}\nview`)
  expect(before.question).toEqual({ filters })
  expect(before.texts).toEqual({ published: EditText.nothing, personal: EditText.nothing })
})
