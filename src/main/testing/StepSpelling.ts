import type { Random } from "../../testing/Random.ts"

const hex = (code: number, digits: number): string => code.toString(16).toUpperCase().padStart(digits, "0")

/** Returns one character in one of the forms that ISO 10303-21 allows. */
const character = (random: Random, char: string): string => {
  const code = char.codePointAt(0)!
  if (char === "'") return "''"
  if (char === "\\") return "\\\\"
  if (code < 32) return `\\X\\${hex(code, 2)}`
  if (code < 127) return random.chance(0.05) ? `\\X\\${hex(code, 2)}` : char
  const ways = [() => char]
  if (code <= 0xffff) ways.push(() => `\\X2\\${hex(code, 4)}\\X0\\`)
  else ways.push(() => `\\X4\\${hex(code, 8)}\\X0\\`)
  if (code >= 0xa0 && code <= 0xff) {
    ways.push(
      () => `\\X\\${hex(code, 2)}`,
      () => `\\S\\${String.fromCharCode(code - 128).replace("'", "''")}`
    )
  }
  return random.pick(ways)()
}

/** A text as a STEP file spells it, quotes around it; null: `$`. */
export const text = (random: Random, of: string | null): string =>
  of === null ? "$" : `'${Array.from(of, (char) => character(random, char)).join("")}'`

/** A real number as a STEP file spells it: always with a point. */
export const real = (of: number): string => {
  const [digits, exponent] = String(of).split("e")
  const whole = digits!.includes(".") ? digits! : `${digits}.`
  return exponent === undefined ? whole : `${whole}E${exponent}`
}

/** Returns text that is allowed between two tokens. */
const gap = (random: Random): string =>
  random.chance(0.9) ? "" : random.pick([" ", "\n", "\r\n  ", "/* a comment; 'with' #1=IFCWALL(); */", "\t"])

/** An instance as a line, `inner` its arguments; now and then with white space or a comment between. */
export const instance = (random: Random, id: number, keyword: string, inner: ReadonlyArray<string>): string =>
  `#${id}${gap(random)}=${gap(random)}${random.chance(0.9) ? keyword : keyword.toLowerCase()}${gap(random)}` +
  `(${gap(random)}${inner.join(`${gap(random)},${gap(random)}`)}${gap(random)})${gap(random)};`
