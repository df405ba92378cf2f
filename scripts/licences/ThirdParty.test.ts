import { expect, test } from "bun:test"
import { join } from "node:path"
import { accepted, type Lock, packagesOf, thirdParty } from "./ThirdParty.ts"

const root = join(import.meta.dir, "../..")
const lock = (await Bun.file(join(root, "package-lock.json")).json()) as Lock

test("the stored list matches the lock file", async () => {
  expect(await Bun.file(join(root, "THIRD-PARTY.md")).text(), "out of date: npm run licences").toBe(thirdParty(lock))
})

test("every package of the service has an accepted licence", () => {
  expect(packagesOf(lock).filter(({ licence }) => !accepted.includes(licence))).toEqual([])
})

test("development tools and programs of other platforms are absent, and a package in two versions is listed twice", () => {
  const packages = {
    "": {},
    "node_modules/bun": { version: "1.0.0", license: "MIT" },
    "node_modules/a": { version: "1.0.0", license: "ISC" },
    "node_modules/b/node_modules/a": { version: "2.0.0" },
    "node_modules/tool": { version: "1.0.0", license: "MIT", dev: true },
    "node_modules/@x/y-darwin": { version: "1.0.0", license: "MIT", os: ["darwin"] }
  }
  expect(packagesOf({ packages })).toEqual([
    { path: "node_modules/a", name: "a", version: "1.0.0", licence: "ISC" },
    { path: "node_modules/b/node_modules/a", name: "a", version: "2.0.0", licence: "unknown" },
    { path: "node_modules/bun", name: "bun", version: "1.0.0", licence: "MIT" }
  ])
})
