import type { Answer } from "./Answer.ts"
import { Mismatch, Skipped } from "./Faults.ts"

/** Whether two JSON values are equal; the order of members does not count, that of entries does. */
const equals = (actual: unknown, expected: unknown): boolean => {
  if (Object.is(actual, expected)) return true
  if (typeof actual === "number" && typeof expected === "number") return actual === expected
  if (typeof actual !== "object" || typeof expected !== "object" || actual === null || expected === null) return false
  if (Array.isArray(actual) !== Array.isArray(expected)) return false
  const left = Object.entries(actual)
  const right = new Map<string, unknown>(Object.entries(expected))
  return left.length === right.size && left.every(([key, value]) => right.has(key) && equals(value, right.get(key)))
}

/** Fails unless both are equal as JSON. */
export const same = (what: string, actual: unknown, expected: unknown): void => {
  if (!equals(actual, expected)) throw new Mismatch(what, expected, actual)
}

/** Fails unless the condition holds. */
export const holds = (what: string, condition: boolean, actual?: unknown): void => {
  if (condition) return
  throw actual === undefined ? new Mismatch(what) : new Mismatch(what, "what the sentence says", actual)
}

/** A uuid as answers show it. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the text. Fails unless the pattern matches it. */
export const matches = (what: string, actual: unknown, pattern: RegExp): string => {
  if (typeof actual !== "string" || !pattern.test(actual)) throw new Mismatch(what, String(pattern), actual)
  return actual
}

/** Fails unless the number is within 1e-9 of the expected one, relatively. */
export const near = (what: string, actual: unknown, expected: number): void => {
  const good = typeof actual === "number" && Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
  if (!good) throw new Mismatch(what, expected, actual)
}

/** Returns the answer. Fails unless it has one of the statuses. */
export const status = (answer: Answer, ...expected: ReadonlyArray<number>): Answer => {
  if (!expected.includes(answer.status)) {
    throw new Mismatch(answer.request, `status ${expected.join(" or ")}`, `status ${answer.status}: ${answer.text}`)
  }
  return answer
}

/** Checks all entries, and fails with a list of those that fail. */
export const each = async <A>(
  entries: Iterable<A>,
  label: (entry: A) => string,
  check: (entry: A) => Promise<void> | void
): Promise<void> => {
  const faults: Array<string> = []
  let count = 0
  for (const entry of entries) {
    count++
    try {
      await check(entry)
    } catch (error) {
      if (error instanceof Skipped) throw error
      faults.push(`${label(entry)}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (faults.length > 0) throw new Mismatch(`${faults.length} of ${count} fail\n${faults.join("\n")}`)
}

/** The order of contract 2.14 for texts: by code points of the lower-cased text, then of the text. */
export const alphabetical = (texts: Iterable<string>): Array<string> =>
  [...texts].sort((a, b) => byCodePoints(a.toLowerCase(), b.toLowerCase()) || byCodePoints(a, b))

const byCodePoints = (a: string, b: string): number => {
  const left = Array.from(a)
  const right = Array.from(b)
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
