import { expect, test } from "bun:test"
import * as Changelog from "./Changelog.ts"

const text =
  "# C\n\n## Unreleased\n\n- Breaking: `GET /v1/a`, which nobody\n  asked, is gone.\n\n## 1.2.0 - 2026-01-31\n\n- x\n"
const found = Changelog.sections(text)

test("sections have their version and date", () => {
  expect(found.map(({ date, version }) => [version, date])).toEqual([
    [null, null],
    ["1.2.0", "2026-01-31"]
  ])
})

test.each([
  ["1.2.0", text, []],
  ["1.2", text, ["package.json: 1.2 is no version of semver"]],
  ["1.3.0", text, ['CHANGELOG.md has no section "## 1.3.0 - YYYY-MM-DD"']],
  ["1.2.0", "## 1.2.0\n", ["CHANGELOG.md: 1.2.0 has no date"]],
  ["1.1.0", `${text}\n## 1.1.0 - 2025-01-31\n`, ["CHANGELOG.md: 1.2.0 stands above 1.1.0"]]
])("what keeps %s from its release", (version, changelog, faults) => {
  expect(Changelog.faults(Changelog.sections(changelog), version)).toEqual([...faults])
})

test("a version is not published with unreleased entries", () => {
  expect(Changelog.faults(found, "1.2.0", true)).toEqual(["CHANGELOG.md: Unreleased stands above 1.2.0"])
  expect(Changelog.faults(found.slice(1), "1.2.0", true)).toEqual([])
})

test("a breaking change is named by method and path in an entry that says Breaking", () => {
  const gone = { id: "api-removed", text: "api removed", operation: "GET", path: "/v1/a" }
  const other = { ...gone, path: "/v1/b" }
  expect(Changelog.unnamed([gone, other], found[0]!.text)).toEqual([other])
  expect(Changelog.unnamed([gone], "- GET /v1/a is new\n")).toEqual([gone])
})

test.each([
  ["Breaking: `GET /v1/a`, which nobody asked, is gone", true],
  ["Breaking: gone is GET /v1/a.", true],
  ["Breaking: gone (`GET /v1/a`)", true],
  ["Breaking: GET /v1/a/{b}/c is gone", false],
  ["Breaking: GET /v1/ab is gone", false],
  ["Breaking: GET /v1/a.b is gone", false],
  ["Breaking: FORGET /v1/a", false]
])("%s: names GET /v1/a? %p", (entry, isNamed) => {
  const gone = { id: "api-removed", text: "api removed", operation: "GET", path: "/v1/a" }
  expect(Changelog.unnamed([gone], `- ${entry}\n`)).toEqual(isNamed ? [] : [gone])
})
