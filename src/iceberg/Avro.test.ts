import { expect, test } from "bun:test"
import { type AvroRecord, decode, encode } from "./Avro.ts"

const schema: AvroRecord = {
  type: "record",
  name: "all",
  fields: [
    { name: "long", type: "long", "field-id": 1 },
    { name: "text", type: "string", "field-id": 2 },
    { name: "flag", type: "boolean", "field-id": 3 },
    { name: "bytes", type: ["null", "bytes"], "field-id": 4, default: null },
    { name: "list", type: { type: "array", items: "int" }, "field-id": 5 },
    {
      name: "inner",
      type: { type: "record", name: "inner", fields: [{ name: "text", type: ["null", "string"], "field-id": 7 }] },
      "field-id": 6
    }
  ]
}

test("records of all types are read as they were written", () => {
  const longs = [0, 1, 63, 64, 2 ** 31, 2 ** 32 + 5, 2 ** 52 + 1, Number.MAX_SAFE_INTEGER]
  const records = longs.map((long, i) => ({
    long,
    text: "é日😀".repeat(i * 3000),
    flag: i % 2 === 1,
    bytes: i % 3 === 0 ? null : Uint8Array.of(0, 255, i),
    list: Array.from({ length: i }, (_, n) => n * 1000),
    inner: { text: i === 0 ? null : "" }
  }))
  expect(decode(schema, encode(schema, records, { key: "value" }))).toEqual(records)
})

test("records are read as they were written, wherever the buffer of the writer grows", () => {
  for (let length = 4000; length < 4100; length++) {
    const records = [{ long: 300, text: "a".repeat(length), flag: true, bytes: null, list: [1, 2, 300], inner: { text: null } }] // prettier-ignore
    expect(decode(schema, encode(schema, records, {}))).toEqual(records)
  }
})

test("a file without records consists of its header", () => {
  const bytes = encode(schema, [], { "snapshot-id": "12" })
  expect(decode(schema, bytes)).toEqual([])
  expect(Buffer.from(bytes).toString("latin1")).toContain("snapshot-id")
})

test("the same records make the same bytes", () => {
  const records = [{ long: 1, text: "a", flag: true, bytes: null, list: [], inner: { text: null } }]
  expect(encode(schema, records, {})).toEqual(encode(schema, records, {}))
})

test("a file that was cut is refused", () => {
  const bytes = encode(schema, [{ long: 1, text: "a", flag: true, bytes: null, list: [], inner: { text: null } }], {})
  expect(() => decode(schema, bytes.subarray(0, bytes.length - 1))).toThrow("too short")
})
