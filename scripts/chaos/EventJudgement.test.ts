import { expect, test } from "bun:test"
import { type Change, deliveries, difference, misplaced, type ShownEvent, unmatched } from "./EventJudgement.ts"

const event = (id: string, object: string): ShownEvent => ({
  id,
  type: "query.changed",
  object,
  data: { change: "Created" }
})
const change = (object: string, began: number, ended: number): Change => ({
  type: "query.changed",
  object,
  change: "Created",
  span: [began, ended]
})
const [a, b, c] = [event("1", "queries/1"), event("4", "queries/2"), event("5", "queries/3")]
const all = [a, b, c]
const changes = [change("queries/1", 0, 10), change("queries/2", 5, 20), change("queries/3", 15, 30)]

test("a lost, a doubled and an unknown event are found", () => {
  expect(unmatched(changes, all)).toEqual([])
  expect(unmatched(changes, [a, c])).toEqual(["0 events: query.changed queries/2 Created"])
  expect(unmatched(changes, [a, b, b, c])).toEqual(["2 events: query.changed queries/2 Created"])
  expect(unmatched(changes.slice(1), all)).toEqual(["no change for event 1: query.changed queries/1 Created"])
})

test("an event is misplaced if a later event is of a change that had ended before", () => {
  expect(misplaced(changes, all)).toEqual([])
  expect(misplaced(changes, [b, a, c])).toEqual([])
  expect(misplaced(changes, [b, c, a])).toEqual([c])
  expect(misplaced(changes, [c, a, b])).toEqual([c])
})

test("a reader that lost, doubled or mixed events differs from the list", () => {
  expect(difference(all, all)).toBeNull()
  for (const got of [
    [a, c],
    [a, b],
    [a, a, b, c],
    [a, c, b],
    [...all, c]
  ])
    expect(difference(got, all)).not.toBeNull()
  expect(difference([b, a], [b, a])).toBe("the ids of the list do not increase")
})

test("lost, unknown, renamed and repeated deliveries are counted", () => {
  const sent = all.map((one) => ({ id: `m${one.id}`, event: one }))
  const none = { lost: 0, unknown: 0, renamed: 0, repeated: 0 }
  expect(deliveries(sent, all)).toEqual(none)
  expect(deliveries([...sent, sent[1]!], all)).toEqual({ ...none, repeated: 1 })
  expect(deliveries(sent.slice(1), all)).toEqual({ ...none, lost: 1 })
  expect(deliveries(sent, all.slice(1))).toEqual({ ...none, unknown: 1 })
  expect(deliveries([...sent, { id: "other", event: a }], all)).toEqual({ ...none, renamed: 1, repeated: 1 })
  expect(deliveries([sent[0]!, sent[1]!, { id: "m1", event: c }], all)).toEqual({ ...none, renamed: 1 })
  const other = { id: "m1", event: { ...a, object: "queries/9" } }
  expect(deliveries([other, ...sent.slice(1)], all)).toEqual({ ...none, unknown: 1 })
})
