import { quoted } from "../../domain/Quoted.ts"
import { limits } from "../../domain/Limits.ts"

const maxDepth = limits.levelsOfBody.most

const quote = 0x22
const backslash = 0x5c

/** Returns the index just after the string that begins at `start`, or the length of the text if it is unterminated. */
const afterString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === backslash) before--
    if ((end - before) % 2 === 1) return end + 1
  }
  return text.length
}

/** Returns the member name that a string literal stands for, or null if its escapes are invalid. */
const unescaped = (literal: string): string | null => {
  if (!literal.includes("\\")) return literal.slice(1, -1)
  try {
    return JSON.parse(literal) as string
  } catch {
    return null
  }
}

const isOfNumber = (c: number): boolean =>
  (c >= 0x30 && c <= 0x39) || c === 0x2e || c === 0x2b || c === 0x2d || c === 0x65 || c === 0x45

const numberEnd = (text: string, start: number): number => {
  let i = start + 1
  while (i < text.length && isOfNumber(text.charCodeAt(i))) i++
  return i
}

/** A number with at most this many digits is finite unless it has an exponent: the largest double has 309 digits. */
const mostDigits = 308

const isInfinite = (number: string): boolean =>
  (number.length > mostDigits || /e/i.test(number)) &&
  !Number.isFinite(Number(number)) &&
  /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(number)

/**
 * Returns a fault of a JSON text that parsers accept, or null if there is none: nesting deeper than 64, a duplicate
 * member in one object, a member called `__proto__`, a number that is not finite. Syntax is left to the parser. Works
 * in one pass without recursion, so that no text can exhaust the stack.
 */
export const jsonFault = (text: string): string | null => {
  /** The open lists and objects, innermost last; an object is replaced by the set of its names once it has a member. */
  const open: Array<"list" | "object" | Set<string>> = []
  let expectsKey = false
  for (let i = 0; i < text.length;) {
    const c = text.charCodeAt(i)
    if (c === quote) {
      const end = afterString(text, i)
      if (expectsKey) {
        const key = unescaped(text.slice(i, end))
        const last = open.at(-1)
        const names = last instanceof Set ? last : new Set<string>()
        if (key === null) return "the name of a member is no text"
        if (key === "__proto__") return "a member is called __proto__"
        if (names.has(key)) return `the member ${quoted(key)} stands twice in one object`
        names.add(key)
        open[open.length - 1] = names
        expectsKey = false
      }
      i = end
      continue
    }
    if (c === 0x7b || c === 0x5b) {
      if (open.length === maxDepth) return `nested more than ${maxDepth} deep`
      open.push(c === 0x7b ? "object" : "list")
      expectsKey = c === 0x7b
    } else if (c === 0x7d || c === 0x5d) {
      open.pop()
      expectsKey = false
    } else if (c === 0x2c) {
      expectsKey = (open.at(-1) ?? "list") !== "list"
    } else if (c === 0x2d || (c >= 0x30 && c <= 0x39)) {
      const end = numberEnd(text, i)
      if (isInfinite(text.slice(i, end))) return "a number is not finite"
      i = end
      continue
    }
    i++
  }
  return null
}
