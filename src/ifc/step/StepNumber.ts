import { withoutControls } from "./StepText.ts"

const powers = Array.from({ length: 23 }, (_, i) => 10 ** i)

/** Returns whether the number at `bytes[start .. end)` has a point or an exponent. */
export const isReal = (bytes: Uint8Array, start: number, end: number): boolean => {
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!
    if (byte === 46 || (byte | 32) === 101) return true
  }
  return false
}

/**
 * Returns the number at `bytes[start .. end)`, with optional white space around it and control characters in it; NaN if
 * it is none.
 *
 * A single division is correctly rounded for numbers with up to 15 digits and 22 decimal places. Other numbers are
 * parsed from a string, which is slower.
 */
export const readNumber = (bytes: Buffer, start: number, end: number): number => {
  let at = start
  while (at < end && bytes[at]! <= 32) at++
  const first = at
  const negative = bytes[at] === 45
  if (negative || bytes[at] === 43) at++
  let mantissa = 0
  let digits = 0
  let places = 0
  let point = false
  let any = false
  for (; at < end; at++) {
    const byte = bytes[at]!
    if (byte >= 48 && byte <= 57) {
      mantissa = mantissa * 10 + (byte - 48)
      any = true
      if (mantissa !== 0) digits++
      if (point) places++
    } else if (byte === 46 && !point) point = true
    else break
  }
  if (digits <= 15 && places <= 22 && (at === end || bytes[at]! <= 32)) {
    while (at < end && bytes[at]! <= 32) at++
    if (at === end) {
      if (!any) return Number.NaN
      const value = places === 0 ? mantissa : mantissa / powers[places]!
      return negative ? -value : value
    }
  }
  if (end - first > 4096) return Number.NaN
  const text = withoutControls(bytes.toString("latin1", first, end)).trim()
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN
}
