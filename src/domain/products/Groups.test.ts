import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { accept, sentGroups } from "./Groups.ts"

const known = ["Count", "NetVolume"]
const accepted = (sent: unknown): unknown =>
  Either.match(accept(known, Schema.decodeUnknownSync(Schema.Struct(sentGroups))(sent)), {
    onLeft: ({ _tag, details }) => `${_tag}: ${details}`,
    onRight: (groups) => groups
  })
const volume = { calculator: "NetVolume" }

test("groups are decoded with names of calculators and functions in any case", () => {
  const sent = {
    groupBy: ["Class", "Model"],
    measures: [{ calculator: "netvolume" }, { calculator: null, property: "Width", function: "SUM" }],
    sort: [{ measure: 1, descending: true }, { key: 0 }]
  }
  expect(accepted(sent)).toEqual({
    groupBy: ["Class", "Model"],
    measures: [volume, { property: "Width", function: "Sum" }],
    sort: [
      { measure: 1, descending: true },
      { key: 0, descending: false }
    ]
  })
  expect(accepted({ measures: [volume] })).toEqual({ groupBy: [], measures: [volume], sort: [] })
  expect(accepted({ groupBy: null, measures: Array.from({ length: 20 }, () => volume), sort: null })).toBeObject()
})

test.each<[unknown, string]>([
  [{ groupBy: ["a", "b", "c", "d", "e"], measures: [volume] }, "InvalidParameter: A query has at most 4"],
  [{ groupBy: [] }, "InvalidParameter: measures must"],
  [{ measures: [] }, "InvalidParameter: measures must"],
  [{ measures: Array.from({ length: 21 }, () => volume) }, "InvalidParameter: A query has at most 20"],
  [{ measures: [volume, {}] }, "InvalidParameter: measures[1] must have either"],
  [{ measures: [{ ...volume, property: "a", function: "Sum" }] }, "InvalidParameter: measures[0] must have either"],
  [{ measures: [{ property: "a" }] }, "InvalidParameter: measures[0] must have function with"],
  [{ measures: [{ ...volume, function: "Sum" }] }, "InvalidParameter: measures[0] must have function only"],
  [
    { measures: [{ calculator: "Weight" }] },
    `InvalidCalculator: measures[0].calculator "Weight" is not one of Count, NetV`
  ],
  [
    { measures: [{ property: "a", function: "Median" }] },
    `InvalidCalculator: measures[0].function "Median" is not one of`
  ],
  [{ measures: [volume], sort: [1, 2, 3, 4].map(() => ({ measure: 0 })) }, "InvalidParameter: A query has at most 3"],
  [{ measures: [volume], sort: [{}] }, "InvalidParameter: sort[0] must have either"],
  [
    { groupBy: ["a"], measures: [volume], sort: [{ key: 0, measure: 0 }] },
    "InvalidParameter: sort[0] must have either"
  ],
  [{ groupBy: ["a"], measures: [volume], sort: [{ key: 1 }] }, "InvalidParameter: sort[0].key is no index of groupBy"],
  [{ measures: [volume], sort: [{ key: 0 }] }, "InvalidParameter: sort[0].key"],
  [{ measures: [volume], sort: [{ measure: -1 }] }, "InvalidParameter: sort[0].measure"],
  [{ measures: [volume], sort: [{ measure: 0.5 }] }, "InvalidParameter: sort[0].measure is no index of measures"]
])("wrong groups are refused: %#", (sent, expected) => {
  expect(accepted(sent)).toStartWith(expected)
})
