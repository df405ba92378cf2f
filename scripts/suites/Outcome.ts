/** The outcome of a suite, read from its output and its exit code. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The failures with the lines that explain them, shortened, because the end of a long log is read first. */
  readonly reasons: ReadonlyArray<string>
}

const sum = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0)

const mostReasons = 40
const mostLength = 600

const reasonsIn = (text: string): ReadonlyArray<string> => {
  const reasons = new Set<string>()
  let explanation = ""
  for (const line of text.split("\n")) {
    if (/^\((?:pass|skip)\)/.test(line)) explanation = ""
    else if (/^(?:error|Expected|Received)/.test(line) && explanation.length < mostLength) {
      explanation += `\n  ${line.slice(0, 200)}`
    } else if (line.startsWith("(fail)")) {
      reasons.add(line + explanation)
      explanation = ""
    } else if (/^(?:FAIL|missed|not ok)|\sFAILED/.test(line)) reasons.add(line.slice(0, 400))
  }
  return [...reasons].slice(0, mostReasons)
}

/**
 * Reads the closing lines of `bun test` ("12 pass", "1 fail") and those of our own programs ("12 passed, 1 failed"). A
 * suite that prints neither is one check, which its exit code decides. An exit code other than 0 without a counted
 * failure counts as one failure.
 */
export const read = (output: string, exitCode: number): Outcome => {
  const passed = sum(output, /^ *(\d+) pass(?:ed)?(?:,.*)?$/gm)
  const failed = sum(output, /^ *(\d+) fail$/gm) + sum(output, /^\d+ passed, (\d+) failed.*$/gm)
  const skipped = sum(output, /^ *(\d+) skip$/gm) + sum(output, /^\d+ passed, \d+ failed, (\d+) skipped$/gm)
  const reasons = reasonsIn(output)
  if (exitCode !== 0 && failed === 0) return { passed, failed: 1, skipped, reasons: [...reasons, `exit ${exitCode}`] }
  if (passed === 0 && failed === 0) return { passed: 1, failed: 0, skipped, reasons: [] }
  return { passed, failed, skipped, reasons: failed === 0 ? [] : reasons }
}
