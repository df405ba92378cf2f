/** A rule that does not hold, with the expected and the actual value. */
export class Mismatch extends Error {
  constructor(what: string, ...found: readonly [] | readonly [expected: unknown, actual: unknown]) {
    super(found.length === 0 ? what : `${what}\nexpected ${shown(found[0])}\nactual   ${shown(found[1])}`)
    this.name = "Mismatch"
  }
}

/** Thrown if a rule cannot be checked; the run reports it as skipped, with the reason. */
export class Skipped extends Error {}

const shown = (value: unknown): string => {
  if (value === undefined) return "undefined"
  const text = typeof value === "string" && value.includes("\n") ? value : JSON.stringify(value)
  return text.length > 1500 ? `${text.slice(0, 1500)}… (${text.length} characters)` : text
}
