const forms = {
  ".": /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/,
  ",": /^[+-]?(?:\d+(?:,\d+)?|,\d+)(?:[eE][+-]?\d{1,4})?$/
} as const

/** The most digits that `nearlyOf` reads. Integers with more may be beyond those that doubles hold exactly. */
const mostDigits = 15

const [zero, nine, minus] = [0x30, 0x39, 0x2d]
const separators = { ".": 0x2e, ",": 0x2c } as const

/**
 * Returns the number that bytes are as a whole, to 15 significant digits or more. Returns NaN for what is not written
 * as digits with at most one decimal separator between them, and for some other texts: `numberOf` reads these.
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

/** The powers of ten that doubles hold exactly. */
const powers = Array.from({ length: 23 }, (_, i) => 10 ** i)

/** Numbers with more digits are beyond the range of doubles, or more exact than they are. */
const longest = 400

/**
 * Returns the number that a text is as a whole, with this decimal separator and none for thousands. Returns null for
 * other texts, and for integers that no double holds exactly, which stay texts (contract section 5).
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
