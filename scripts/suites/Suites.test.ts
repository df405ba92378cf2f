import { expect, test } from "bun:test"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import manifest from "../../package.json" with { type: "json" }
import * as Changed from "./Changed.ts"
import * as Outcome from "./Outcome.ts"
import { suites } from "./Suites.ts"

const root = join(import.meta.dir, "../..")
const scripts: Readonly<Record<string, string>> = manifest.scripts
const packages = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
const scriptOf = (command: string): string => /npm (?:run --silent )?([\w:-]+)/.exec(command)?.[1] ?? command

test("names of suites are unique and their commands are scripts of package.json", () => {
  const names = suites.map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  expect(suites.map(({ command }) => scriptOf(command)).filter((script) => scripts[script] === undefined)).toEqual([])
})

test("every folder, file and package that a suite depends on exists", () => {
  const places = suites.flatMap(({ dependsOn }) => dependsOn)
  const isThere = (place: string) =>
    place.startsWith("npm:") ? packages.has(place.slice("npm:".length)) : existsSync(join(root, place))
  expect(places.filter((place) => !isThere(place))).toEqual([])
})

test("the conformance suite depends on every folder of src, except the page and what only tests use", () => {
  const folders = readdirSync(join(root, "src")).filter((name) => name !== "web" && name !== "testing")
  const { dependsOn } = suites.find(({ name }) => name === "conformance")!
  expect(folders.filter((name) => !dependsOn.includes(`src/${name}`))).toEqual([])
})

test("every script of package.json that tests or measures belongs to a suite", () => {
  const judging = Object.keys(scripts).filter((name) =>
    /^(?:test|bench|conformance|chaos|agreement)(?::|$)|^(?:attack|release-check|check)$/.test(name)
  )
  const used = new Set(suites.map(({ command }) => scriptOf(command)))
  // Parts of other suites, and the runner of the benches.
  const parts = new Set(["test:unit", "test:viewer", "test:folder", "bench"])
  expect(judging.filter((name) => !used.has(name) && !parts.has(name))).toEqual([])
})

test.each([
  ["bun test", "x\n 12 pass\n 3 skip\n 1 fail\n", 1, { passed: 12, failed: 1, skipped: 3 }],
  ["two runs of bun test", " 2 pass\n 0 fail\n 3 pass\n 0 fail\n", 0, { passed: 5, failed: 0, skipped: 0 }],
  ["a program of ours", "4 passed, 2 failed\n", 1, { passed: 4, failed: 2, skipped: 0 }],
  ["a conformance run", "950 passed, 0 failed, 4 skipped\n", 0, { passed: 950, failed: 0, skipped: 4 }],
  ["a program without totals that succeeds", "fine\n", 0, { passed: 1, failed: 0, skipped: 0 }],
  ["a program without totals that fails", "no\n", 2, { passed: 0, failed: 1, skipped: 0 }],
  ["a run that passes and ends with an error", " 5 pass\n 0 fail\n", 1, { passed: 5, failed: 1, skipped: 0 }]
])("the output of %s is counted", (_, output, code, counts) => {
  expect(Outcome.read(output, code)).toMatchObject(counts)
})

test("a failure is listed with the lines that explain it", () => {
  const output =
    "(pass) a\nerror: expect(received)\nExpected: 1\nReceived: 2\n(fail) b > c [3.00ms]\n 1 pass\n 1 fail\n"
  expect(Outcome.read(output, 1).reasons).toEqual([
    "(fail) b > c [3.00ms]\n  error: expect(received)\n  Expected: 1\n  Received: 2"
  ])
})

test("a suite depends only on changes of its folders, files and packages", () => {
  const suite = {
    name: "s",
    command: "c",
    occasion: "run",
    dependsOn: ["src/http", "Containerfile", "npm:pg"]
  } as const
  const concerns = (files: ReadonlyArray<string>, packages: ReadonlyArray<string> = []) =>
    Changed.concerns({ files, packages }, suite)
  expect(concerns(["src/http/a/B.ts"])).toBe(true)
  expect(concerns(["Containerfile"])).toBe(true)
  expect(concerns([], ["pg"])).toBe(true)
  expect(concerns(["src/httpx/B.ts", "docs/a.md", "Containerfile.old"], ["kafkajs"])).toBe(false)
  expect(Changed.concerns({ files: ["docs/a.md"], packages: [] }, { ...suite, dependsOn: ["."] })).toBe(true)
})
