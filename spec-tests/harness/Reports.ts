import type { Result } from "./Rule.ts"

/** `12 passed, 1 failed, 3 skipped` */
export const total = (results: ReadonlyArray<Result>): string => {
  const count = (outcome: Result["outcome"]): number => results.filter((result) => result.outcome === outcome).length
  return `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`
}

const words = { passed: "ok  ", failed: "FAIL", skipped: "skip" }

/** Control characters from a service or a rule must not reach the terminal. */
const printable = (text: string): string =>
  text.replaceAll(/[^\n\P{Cc}]/gu, (code) => `\\u${code.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** Returns a line for a rule. If it failed, the expected and the actual value follow. */
export const line = (result: Result): string => {
  const first = `${words[result.outcome]} ${result.id}  ${result.title}`
  if (result.outcome === "passed") return first
  if (result.outcome === "skipped") return printable(`${first} (${result.detail})`)
  return printable(`${first}\n${result.detail.replaceAll(/^/gm, "       ")}`)
}

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    // XML 1.0 has no character for most control codes, escaped or not.
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")

/** The results as JUnit XML: one suite a section, one case a rule. */
export const junit = (results: ReadonlyArray<Result>): string => {
  const sections = Map.groupBy(results, (result) => result.source)
  const suites = [...sections].map(([source, cases]) => {
    const failures = cases.filter((result) => result.outcome === "failed").length
    const skipped = cases.filter((result) => result.outcome === "skipped").length
    const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped}"`
    return `  <testsuite name="${escaped(source)}" ${counts}>\n${cases.map(testcase).join("\n")}\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`
}

const testcase = (result: Result): string => {
  const name = `${result.id} ${result.title}`
  const opening = `    <testcase classname="${escaped(result.source)}" name="${escaped(name)}" time="${result.milliseconds / 1000}"`
  if (result.outcome === "passed") return `${opening}/>`
  const inner =
    result.outcome === "skipped"
      ? `<skipped message="${escaped(result.detail)}"/>`
      : `<failure>${escaped(result.detail)}</failure>`
  return `${opening}>${inner}</testcase>`
}

/** Returns the results as Markdown: the total, a table of all rules, and the failures in full. */
export const markdown = (results: ReadonlyArray<Result>, baseUrl: string): string => {
  const cell = (text: string): string => text.replaceAll("|", "\\|")
  const rows = results.map(
    (result) => `| ${result.outcome} | \`${result.id}\` | ${result.source} | ${cell(result.title)} |`
  )
  const notes = results
    .filter((result) => result.outcome !== "passed")
    .map((result) => `### ${result.id}: ${result.outcome}\n\n\`\`\`\n${result.detail}\n\`\`\`\n`)
  return [
    "# Conformance report",
    "",
    `Service: ${baseUrl}. ${total(results)}.`,
    "",
    "| outcome | rule | source | sentence |",
    "|---|---|---|---|",
    ...rows,
    "",
    ...notes
  ].join("\n")
}
