const good = { v: 1, operationId: "6d1f2c1e-7a0b-4b6e-9a53-5f6c5a1d2e3f", kind: "ImportIfc" }

/** Messages that no worker can handle, by the kind of fault. */
export const poison: Readonly<Record<string, Buffer | null>> = {
  "no value": null,
  "no bytes": Buffer.alloc(0),
  "no JSON": Buffer.from("{"),
  "no object": Buffer.from("[1]"),
  "no UTF-8": Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  "1 MB": Buffer.from(JSON.stringify({ ...good, rest: "x".repeat(1_000_000) })),
  "nested deeply": Buffer.from("[".repeat(2000)),
  "an unknown kind": Buffer.from(JSON.stringify({ ...good, kind: "Dance" })),
  "an unknown version": Buffer.from(JSON.stringify({ ...good, v: 2 })),
  "no version": Buffer.from(JSON.stringify({ ...good, v: undefined })),
  "an id that is none": Buffer.from(JSON.stringify({ ...good, operationId: "1; DROP TABLE operations" })),
  "a prototype": Buffer.from(`{"__proto__":{"v":1},${JSON.stringify(good).slice(1)}`),
  "a word too many": Buffer.from(JSON.stringify({ ...good, constructor: 1 }))
}
