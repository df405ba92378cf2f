const forms = {
  ".": /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/,
  ",": /^[+-]?(?:\d+(?:,\d+)?|,\d+)(?:[eE][+-]?\d{1,4})?$/
} as const

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
