import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { faultsOf } from "../../../src/testing/JsonSchema.ts"
import schema from "./messages.schema.json"
import * as Received from "./Received.ts"
import { document } from "./testing/MessageSchema.ts"
import { poison } from "./testing/Poison.ts"

const received = (value: Buffer | null) => ({
  topic: "plinth.operations",
  partition: 3,
  message: { key: Buffer.from("7"), offset: "12", value }
})

test("the schema file matches the messages of the service", () => {
  expect(schema as unknown).toEqual(JSON.parse(JSON.stringify(document)))
})

test.each([
  [{ traceparent: Buffer.from("00-1") }, "00-1"],
  [{ traceparent: "00-2" }, "00-2"],
  [{ traceparent: ["00-3", "00-4"] }, "00-3"],
  [{ traceparent: Buffer.alloc(300, "0") }, null],
  [{ traceparent: [] }, null],
  [{ other: "00-5" }, null],
  [undefined, null]
])("of the headers %j the trace is %p", (headers, traceparent) => {
  const { message, ...place } = received(null)
  expect(Received.traceparentOf({ ...place, message: { ...message, ...(headers && { headers }) } })).toBe(traceparent)
})

test("a valid message is decoded", () => {
  const message = { v: 1, operationId: crypto.randomUUID(), kind: "ExportIfc" }
  expect(Received.read(received(Buffer.from(JSON.stringify(message))))).toEqual(Either.right(message as never))
})

for (const [name, value] of Object.entries(poison)) {
  test(`${name}: is refused, and its dead letter has the reason, the position and the beginning`, () => {
    const details = Either.getOrThrow(Either.flip(Received.read(received(value))))
    expect(details).not.toContain("\n")
    const letter = Received.deadLetter(received(value), "InvalidMessage", details)
    expect(letter).toMatchObject({ topic: "operations.dead", key: "7" })
    const written: unknown = JSON.parse(letter.message)
    expect(faultsOf(schema, schema.properties["operations.dead"], written)).toEqual([])
    const place = { topic: "plinth.operations", partition: 3, offset: "12", bytes: value?.length ?? 0 }
    expect(written).toMatchObject({ v: 1, reason: "InvalidMessage", details, ...place })
    expect(letter.message.length).toBeLessThan(10_000)
  })
}
