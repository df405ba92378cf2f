import { describe, expect, test } from "bun:test"
import * as FastCheck from "effect/FastCheck"
import { isReal, readNumber } from "./StepNumber.ts"

const number = (text: string) => readNumber(Buffer.from(text), 0, text.length)

describe("readNumber", () => {
  test.each([
    ["0", 0],
    ["7", 7],
    ["-7", -7],
    ["+7", 7],
    ["1.", 1],
    ["-0.5", -0.5],
    [".5", 0.5],
    ["1.5E3", 1500],
    ["1.E-05", 0.00001],
    ["4.5e+2", 450],
    [" 12 ", 12],
    ["123\n45.6\r\n78", 12_345.678],
    ["-\n5", -5],
    ["1.5E\n3", 1500],
    ["0.1234567890123456789", 0.123_456_789_012_345_68],
    ["123456789012345678901", 123_456_789_012_345_680_000],
    ["0.000000000000000000000000000001", 1e-30]
  ])("%s", (text, value) => expect(number(text)).toBe(value))

  test.each(["", "-", ".", "+.", "1..2", "1,2", "abc", "1x", "0x10", "1E", "--1", "1 2"])("%p is none", (text) =>
    expect(number(text)).toBeNaN()
  )

  test("agrees with JavaScript on every double", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(number(String(value))).toBe(value === 0 ? Number(String(value)) : value)
      }),
      { numRuns: 2000 }
    )
  })

  test("a decimal point or an exponent makes it real", () => {
    const real = (text: string) => isReal(new TextEncoder().encode(text), 0, text.length)
    expect(["1", "-12", "1.", "1E3", "2e1"].map(real)).toEqual([false, false, true, true, true])
  })
})
