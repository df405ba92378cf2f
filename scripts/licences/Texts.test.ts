import { expect, test } from "bun:test"
import { join } from "node:path"
import { licenceTexts } from "./Texts.ts"
import { type Lock, packagesOf } from "./ThirdParty.ts"

const root = join(import.meta.dir, "../..")
const lock = (await Bun.file(join(root, "package-lock.json")).json()) as Lock
const packages = packagesOf(lock)

/** Words that each licence contains. */
const words: Readonly<Record<string, RegExp>> = {
  "Apache-2.0": /Apache License|apache\.org\/licenses/i,
  "BSD-2-Clause": /Redistribution and use in source and binary forms/i,
  "BSD-3-Clause": /Redistribution and use in source and binary forms/i,
  ISC: /Permission to use, copy, modify, and(?:\/or)? distribute this software/i,
  MIT: /Permission is hereby granted/i,
  "MPL-2.0": /Mozilla Public License/i
}

test("every package of the service has the text of its licence, and each text occurs once", () => {
  const parts = licenceTexts(root, lock).split(/^={80}$/m)
  const lacking = packages.filter(({ licence, name, version }) => {
    const own = parts.filter((part) =>
      part
        .split(/^-{80}$/m)[0]!
        .split("\n")
        .includes(`${name} ${version}`)
    )
    return own.length !== 1 || !words[licence]!.test(own[0]!.replaceAll(/\s+/g, " "))
  })
  expect(lacking).toEqual([])
  expect(parts.length).toBeLessThan(packages.length)
  expect(parts.join()).toMatch(/\nbun \d/)
})

test("missing licence texts of packages are supplied", () => {
  const folder = join(root, "nowhere")
  const text = licenceTexts(folder, { packages: { "node_modules/a": { version: "1.0.0", license: "MIT" } } })
  expect(text).toContain("\na 1.0.0\n")
  expect(text).toContain("MIT, copyright the authors of a\n\nPermission is hereby granted")
})
