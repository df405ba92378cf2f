const forms = {
  ".": /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/,
  ",": /^[+-]?(?:\d+(?:,\d+)?|,\d+)(?:[eE][+-]?\d{1,4})?$/
} as const

/** The most digits that `nearlyOf` reads. Integers with more digits may not be exact in doubles. */
const mostDigits = 15

const [zero, nine, minus] = [0x30, 0x39, 0x2d]
const separators = { ".": 0x2e, ",": 0x2c } as const

/**
 * Returns the number for a text of bytes, accurate to at least 15 significant digits. Returns NaN unless the text
 * consists of digits with at most one decimal separator between them, and for some other texts, which `numberOf` reads.
 */
export const nearlyOf = (bytes: Uint8Array, from: number, end: number, decimal: "," | "."): number => {
  const separator = separators[decimal]
  let at = bytes[from] === minus ? from + 1 : from
  const isNegative = at > from
  let digits = 0
  let behind = -1
  if (at >= end || bytes[at] === separator || bytes[end - 1] === separator) return Number.NaN
  for (; at < end; at++) {
    const byte = bytes[at]!
    if (byte >= zero && byte <= nine) digits = digits * 10 + byte - zero
    else if (byte === separator && behind === -1) behind = at + 1
    else return Number.NaN
  }
  const decimals = behind === -1 ? 0 : end - behind
  if ((behind === -1 && end - from > mostDigits) || decimals >= powers.length) return Number.NaN
  const number = digits / powers[decimals]!
  return isNegative ? -number : number
}

/** The powers of ten that are exact in doubles. */
const powers = Array.from({ length: 23 }, (_, i) => 10 ** i)

/** Numbers with more digits are outside of the range of doubles, or have more digits than doubles. */
const longest = 400

/**
 * Returns the number for a text, with this decimal separator and without separators of thousands. Returns null for
 * other texts, and for integers that are not exact in doubles, which remain texts (contract section 5).
 */
export const numberOf = (text: string, decimal: "," | "." = "."): number | null => {
  if (text.length > longest || !forms[decimal].test(text)) return null
  const number = Number(decimal === "," ? text.replace(",", ".") : text)
  if (!Number.isFinite(number)) return null
  if (!Number.isSafeInteger(number) && /^[+-]?\d+$/.test(text)) {
    return BigInt(number) === BigInt(text.replace(/^\+/, "")) ? number : null
  }
  return number
}
