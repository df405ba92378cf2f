import { expect, test } from "bun:test"
import { junit, line, markdown, total } from "./Reports.ts"
import type { Result } from "./Rule.ts"

const result = (id: string, outcome: Result["outcome"], detail = ""): Result => ({
  id,
  source: "contract 2.6",
  title: `Title of ${id}`,
  outcome,
  detail,
  milliseconds: 12
})

const results = [
  result("a", "passed"),
  result("b", "failed", 'expected <1> & "2"\u{0}\nactual 3'),
  result("c", "skipped", "no second user")
]

test("total counts each outcome", () => {
  expect(total(results)).toBe("1 passed, 1 failed, 1 skipped")
})

test("line returns one line, followed by the detail of a failure", () => {
  expect(results.map(line)).toEqual([
    "ok   a  Title of a",
    'FAIL b  Title of b\n       expected <1> & "2"\\u0000\n       actual 3',
    "skip c  Title of c (no second user)"
  ])
})

test("junit escapes characters that XML cannot contain, and counts by section", () => {
  const text = junit(results)
  expect(text).toContain('<testsuite name="contract 2.6" tests="3" failures="1" skipped="1">')
  expect(text).toContain("<failure>expected &lt;1> &amp; &quot;2&quot;\u{FFFD}\nactual 3</failure>")
  expect(text).toContain('<skipped message="no second user"/>')
})

test("markdown has a row for each rule, and the details of rules that did not pass", () => {
  const text = markdown(results, "http://a.example")
  expect(text).toContain("Service: http://a.example. 1 passed, 1 failed, 1 skipped.")
  expect(text).toContain("| passed | `a` | contract 2.6 | Title of a |")
  expect(text).toContain("### b: failed")
  expect(text).not.toContain("### a:")
})
