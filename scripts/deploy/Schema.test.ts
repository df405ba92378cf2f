import { expect, test } from "bun:test"
import { faultsOf } from "./Schema.ts"

const block = {
  attributes: {
    name: { type: "string", required: true },
    size: { type: "number", optional: true },
    email: { type: "string" }
  },
  blocks: { part: { max_items: 1, attributes: { on: { type: "bool", optional: true } } } }
} as const

test.each([
  [{ name: "a", size: 1, part: [{ on: true }] }, []],
  [{ name: "${x}", size: "${y}", count: 2 }, []],
  [{ size: 1 }, ["r: name is missing"]],
  [{ name: "a", siez: 1 }, ["r: no siez"]],
  [{ name: "a", size: "big" }, ['r: size is no "number"']],
  [{ name: "a", email: "e" }, ["r: email is read only"]],
  [{ name: "a", part: [{ on: "yes" }] }, ['r.part: on is no "bool"']],
  [{ name: "a", part: [{}], dynamic: { part: [{ content: [{ off: 1 }] }] } }, ["r: too many part", "r.part: no off"]]
])("%j", (body, faults) => {
  expect(faultsOf(block, body, "r")).toEqual([...faults])
})
