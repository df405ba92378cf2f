import { expect, test } from "bun:test"
import * as Schema from "effect/Schema"
import { type Question, StoredQuestion } from "./Question.ts"

const stored = Schema.parseJson(StoredQuestion)
const filters = [{ property: "Name", operator: "Equals", value: "a" }]

test("a question stored by an older release consists of filters only", () => {
  expect(Schema.decodeSync(stored)(JSON.stringify(filters))).toEqual({ filters } as unknown as Question)
})

test.each([{ filters }, { filters, where: { not: { property: "Class", operator: "IsA", value: "Wall" } } }])(
  "a stored question is read as it was written: %#",
  (sent) => {
    const question = Schema.decodeSync(stored)(JSON.stringify(sent))
    expect(JSON.parse(Schema.encodeSync(stored)(question))).toEqual(sent)
    expect("where" in question).toBe("where" in sent)
  }
)
