/** The EXPRESS types of literals other than texts and enumerations. */
type NumberType = "real" | "integer" | "number" | "binary"

/** The first offset from `at` that is no digit. */
const endOfDigits = (bytes: Uint8Array, at: number, end: number): number => {
  while (at < end && bytes[at]! >= 48 && bytes[at]! <= 57) at++
  return at
}

const isSign = (byte: number | undefined): boolean => byte === 43 || byte === 45

const isExponent = (bytes: Uint8Array, at: number, end: number): boolean => {
  if (bytes[at] !== 69 && bytes[at] !== 101) return false
  const digits = isSign(bytes[at + 1]) ? at + 2 : at + 1
  return digits < end && endOfDigits(bytes, digits, end) === end
}

const isBinary = (bytes: Uint8Array, start: number, end: number): boolean => {
  if (end - start < 3 || bytes[start] !== 34 || bytes[end - 1] !== 34) return false
  for (let at = start + 1; at < end - 1; at++) {
    if (!/[\dA-F]/i.test(String.fromCharCode(bytes[at]!))) return false
  }
  return true
}

/** Returns whether `bytes[start .. end)` is a literal of a type, without blanks. Source: ISO 10303-21:2016, 6.4. */
export const isLiteral = (type: NumberType, bytes: Uint8Array, start: number, end: number): boolean => {
  if (type === "binary") return isBinary(bytes, start, end)
  const first = isSign(bytes[start]) ? start + 1 : start
  const point = endOfDigits(bytes, first, end)
  if (point === first) return false
  if (point === end) return type !== "real"
  if (type === "integer" || bytes[point] !== 46) return false
  const after = endOfDigits(bytes, point + 1, end)
  return after === end || isExponent(bytes, after, end)
}
