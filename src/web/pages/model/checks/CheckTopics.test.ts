/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { checkTopicsOf } from "./CheckTopics.ts"

const counts = { status: "Failed", applicable: 3, passed: 1, failed: 2 } as const
const requirement = (topicGuid?: string) => ({
  text: "It must have a Tag",
  passed: 1,
  failed: 2,
  failures: [],
  ...(topicGuid === undefined ? {} : { topicGuid })
})

test("the topics of a result are those of its requirements, and of specifications without one", () => {
  const specifications = [
    { ...counts, name: "Tags", requirements: [requirement("a"), requirement(), requirement("b")] },
    { ...counts, name: "Chimneys", topicGuid: "c", requirements: [] },
    { ...counts, name: "Doors", status: "Passed", requirements: [requirement()] }
  ] as const
  expect(checkTopicsOf({ specifications })).toEqual(["a", "b", "c"])
})
