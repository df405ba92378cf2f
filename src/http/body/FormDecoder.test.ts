import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { maybe } from "../../domain/Optional.ts"
import * as FormDecoder from "./FormDecoder.ts"

const decode = FormDecoder.make(Schema.Struct({ code: maybe(Schema.String), state: maybe(Schema.String) }))

test.each<readonly [string, string, Record<string, string>]>([
  ["values", "code=a+b%26&state=%C3%BC", { code: "a b&", state: "ü" }],
  ["a parameter without a value", "code=&state", {}],
  ["what is unknown, repeated or not", "x=1&x=2&CODE=3&code=4", { code: "4" }],
  ["nothing", "", {}],
  ["one that is repeated without a value", "code=&code=1", { code: "1" }]
])("%s", (_, text, wanted) => expect(Either.getOrThrow(decode(Buffer.from(text)))).toEqual(wanted))

test.each([
  ["a parameter that is repeated", Buffer.from("code=1&code=2")],
  ["what is no UTF-8", Buffer.from([0x63, 0xff])]
])("%s is refused", (_, bytes) => expect(Either.isLeft(decode(bytes))).toBe(true))
