import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const root = join(import.meta.dir, "../..")
/** The document without its drawings. */
const document = readFileSync(join(root, "docs/architecture.md"), "utf8").replaceAll(/^```.*?^```$/gms, "")

/** The modules of the product, by their paths from the root: those of tests are not among them. */
const modules = [...new Bun.Glob("{src,adapters,calculators}/**/*.{ts,tsx}").scanSync({ cwd: root })].filter(
  (path) => !/\.(?:test|browser|contract)\.ts$|\/testing\//.test(path)
)

/** The paths that a module imports, statically or not. */
const importsOf = (path: string): ReadonlyArray<string> =>
  [...readFileSync(join(root, path), "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, imported]) =>
    relative(root, join(root, dirname(path), imported!))
  )

/** Returns the imports of each folder, by name; `folderOf` returns null for a path that belongs to no folder. */
const importsBetween = (folderOf: (path: string) => string | null) => {
  const found = new Map<string, Set<string>>()
  for (const path of modules) {
    const folder = folderOf(path)
    if (folder === null) continue
    const imported = found.get(folder) ?? new Set()
    for (const other of importsOf(path).map(folderOf)) if (other !== null && other !== folder) imported.add(other)
    found.set(folder, imported)
  }
  return Object.fromEntries([...found].map(([folder, imported]) => [folder, [...imported].toSorted()]))
}

const layerOf = (path: string): string | null =>
  /^src\/(\w+)\//.exec(path)?.[1] ?? /^(adapters|calculators)\//.exec(path)?.[1] ?? null

const folderBelow = (parent: string) => (path: string) =>
  path.startsWith(`${parent}/`) ? (/^([\w-]+)\//.exec(path.slice(parent.length + 1))?.[1] ?? null) : null

/** Names in back ticks. */
const quoted = (text: string): ReadonlyArray<string> => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!)

/** The first two columns of the tables below the headings on imports, by what the heading names; `layers` is the first. */
const tables = [
  ...document.matchAll(/^### Imports between the (?:folders of `([\w/]+)`|(layers))\n(.*?)(?=^##)/gms)
].map(
  ([, parent, , text]) =>
    [
      parent ?? "layers",
      Object.fromEntries(
        [...text!.matchAll(/^\| `([\w-]+)` \| ([^|]*) \|/gm)].map(([, folder, imported]) => [
          folder!,
          quoted(imported!).toSorted()
        ])
      )
    ] as const
)

test("docs/architecture.md has tables of imports", () => {
  expect(tables.map(([parent]) => parent)).toContain("layers")
  expect(tables.length).toBeGreaterThan(3)
})

test.each(tables)("the imports of %s in docs/architecture.md are those of the code", (parent, table) => {
  const found = importsBetween(parent === "layers" ? layerOf : folderBelow(parent))
  expect(Object.keys(found).length).toBeGreaterThan(2)
  expect(table).toEqual(found)
})

test("every module that docs/architecture.md names exists", () => {
  const names = new Set(modules.map((path) => path.replace(/^.*\/|\.tsx?$/g, "")))
  const named = quoted(document).filter((text) => /^[A-Z][A-Za-z]*[a-z][A-Za-z]*$/.test(text))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !names.has(name))).toEqual([])
})
