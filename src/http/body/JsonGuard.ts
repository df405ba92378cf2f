/** Deepest nesting of a body (contract section 2.3). */
const maxDepth = 64

const quote = 0x22
const backslash = 0x5c

/** Index just after the string that begins at `start`, or the end of the text where it never ends. */
const afterString = (text: string, start: number): number => {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === backslash) i++
    else if (c === quote) return i + 1
  }
  return text.length
}

const unescaped = (literal: string): string => {
  if (!literal.includes("\\")) return literal.slice(1, -1)
  try {
    return JSON.parse(literal) as string
  } catch {
    return literal
  }
}

const numberEnd = (text: string, start: number): number => {
  let i = start + 1
  while (i < text.length && "+-.0123456789eE".includes(text.charAt(i))) i++
  return i
}

/**
 * What is wrong with a JSON text that parsers let pass: nesting over 64, a member twice in one object, a member called
 * `__proto__`, a number that is not finite. Null where nothing is; grammar is the parser's matter. One pass, no
 * recursion, so that no text can exhaust the stack.
 */
export const jsonFault = (text: string): string | null => {
  const stack: Array<Set<string> | null> = []
  let expectsKey = false
  for (let i = 0; i < text.length;) {
    const c = text.charCodeAt(i)
    if (c === quote) {
      const end = afterString(text, i)
      if (expectsKey) {
        const key = unescaped(text.slice(i, end))
        const keys = stack.at(-1)
        if (key === "__proto__") return "a member is called __proto__"
        if (keys?.has(key)) return `the member ${JSON.stringify(key.slice(0, 100))} stands twice in one object`
        keys?.add(key)
        expectsKey = false
      }
      i = end
      continue
    }
    if (c === 0x7b || c === 0x5b) {
      if (stack.length === maxDepth) return `nested more than ${maxDepth} deep`
      stack.push(c === 0x7b ? new Set() : null)
      expectsKey = c === 0x7b
    } else if (c === 0x7d || c === 0x5d) {
      stack.pop()
      expectsKey = false
    } else if (c === 0x2c) {
      expectsKey = stack.at(-1) instanceof Set
    } else if (c === 0x2d || (c >= 0x30 && c <= 0x39)) {
      const end = numberEnd(text, i)
      // Only an exponent or very many digits leave the range of a double.
      if (!Number.isFinite(Number(text.slice(i, end))) && JSON_NUMBER.test(text.slice(i, end))) {
        return "a number is not finite"
      }
      i = end
      continue
    }
    i++
  }
  return null
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
