import { expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import * as Documents from "./testing/Documents.ts"

const root = join(import.meta.dir, "../..")

/** The anchors of the headings of a document, as GitHub makes them: a repeated heading gets a number. */
const anchorsOf = (path: string): ReadonlySet<string> => {
  const anchors = new Set<string>()
  for (const [, heading] of Documents.prose(Documents.read(path)).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-")
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** The relative targets of links and pictures in a document. */
const linksOf = (path: string): ReadonlyArray<string> =>
  [...Documents.prose(Documents.read(path)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/i.test(target))

/** Returns why a link of a document leads nowhere, or null. */
const faultOf = (path: string, target: string): string | null => {
  const [file, anchor] = target.split("#") as [string, string?]
  const found = file === "" ? path : relative(root, join(root, dirname(path), file))
  if (found.startsWith("..") || !existsSync(join(root, found))) return `${target}: there is no such file`
  if (anchor === undefined) return null
  return found.endsWith(".md") && anchorsOf(found).has(anchor) ? null : `${target}: there is no such heading`
}

test("git tracks the documents", () => {
  expect(Documents.documents).toContain("README.md")
  expect(Documents.documents).toContain("docs/architecture.md")
  expect(Documents.documents.flatMap(linksOf).length).toBeGreaterThan(50)
})

test.each(Documents.documents)("%s: every relative link leads to a file and an existing heading", (path) => {
  expect(linksOf(path).flatMap((target) => faultOf(path, target) ?? [])).toEqual([])
})

test("a link to a missing file or heading is detected", () => {
  expect(faultOf("docs/limits.md", "missing.md")).toBe("missing.md: there is no such file")
  expect(faultOf("docs/limits.md", "../README.md#missing")).toBe("../README.md#missing: there is no such heading")
  expect(faultOf("docs/limits.md", "#who-may-go-on-now")).toBeNull()
  expect(faultOf("docs/limits.md", "configuration.md#how-limits-are-counted-across-processes")).toBeNull()
})
