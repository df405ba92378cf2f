/** Encodes values for a STEP file. Source: ISO 10303-21:2016, clause 6.4. */

const hex = (code: number, digits: number): string => code.toString(16).toUpperCase().padStart(digits, "0")

/** Matches characters that must be encoded, in runs that are encoded alike. */
const runs = /\p{Cc}|['\\]|[\u{80}-\u{10ffff}]+/gu

/** Encodes a run of characters beyond ASCII: `\X2\` if all fit into 16 bits, otherwise `\X4\`. */
const beyondAscii = (run: string): string => {
  const units = run.toWellFormed()
  const codes = Array.from(units, (char) => char.codePointAt(0)!)
  const isWide = codes.some((code) => code > 0xffff)
  return `\\X${isWide ? 4 : 2}\\${codes.map((code) => hex(code, isWide ? 8 : 4)).join("")}\\X0\\`
}

const escaped = (run: string): string => {
  if (run === "'" || run === "\\") return run + run
  const code = run.charCodeAt(0)
  return code < 0x80 ? `\\X\\${hex(code, 2)}` : beyondAscii(run)
}

/** Returns a text in quotes. */
export const text = (of: string): string => `'${of.replace(runs, escaped)}'`

/** Returns a text in quotes, or `$` for null. */
export const optional = (of: string | null): string => (of === null ? "$" : text(of))

/** Returns a real number, always with a decimal point, and without loss of precision. */
export const real = (of: number): string => {
  const [digits, exponent] = String(of).split("e") as [string, string?]
  const whole = digits.includes(".") ? digits : `${digits}.`
  return exponent === undefined ? whole : `${whole}E${exponent.replace("+", "")}`
}

export const logical = (of: boolean): string => (of ? ".T." : ".F.")

export const enumeration = (word: string): string => `.${word}.`

export const reference = (id: number): string => `#${id}`

export const list = (items: ReadonlyArray<string>): string => `(${items.join(",")})`

/** Returns a value with its type: `IFCLABEL('x')`. */
export const typed = (type: string, value: string): string => `${type.toUpperCase()}(${value})`
