import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "bun:test"
import { rows } from "../http/errors/ErrorTable.ts"
import type { PatchReport } from "../ifc/patch/PatchReport.ts"
import type { GeometryReport, ImportReport } from "../domain/models/ModelContent.ts"
import { literalsIn } from "./testing/PageLiterals.ts"

const web = join(import.meta.dir, "../web")
const filesOf = (pattern: string): ReadonlyArray<string> => [...new Bun.Glob(pattern).scanSync({ cwd: web })].toSorted()
const catalogues = filesOf("**/*Texts.ts")

type Catalogue = Readonly<Record<string, unknown>>
type Entries = ReadonlyMap<string, unknown>

const load = async (file: string): Promise<Catalogue> => (await import(join(web, file))) as Catalogue
const germanOf = (file: string): string => file.replace(/\.ts$/, ".de.ts")

/** Returns the texts and functions of a catalogue by their paths. */
const entriesOf = (value: unknown, path = ""): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, part]) => entriesOf(part, path === "" ? key : `${path}.${key}`))
    : [[path, value]]

/** The texts of an English catalogue: what it exports, apart from formatters and from texts with those of others. */
const partsOf = (english: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(english).filter(
      ([name, value]) => name !== "texts" && name !== "titles" && typeof value === "object" && value !== null
    )
  )

/** Texts that are the same in both languages. */
const same = new Set([
  // Names
  "name",
  "saveAs.formats.csv",
  "saveAs.formats.parquet",
  "saveAs.formats.xlsx",
  "quantities.unitsOf.SI",
  "signIn.invite",
  "materials.colorHint",
  // Words that both languages have
  "admin.tabs.clients",
  "audit.by",
  "status",
  "cards.name",
  "cards.schema",
  "cards.tags",
  "cards.version",
  "editing.codeHint",
  "fields.Guid",
  "fields.MaterialLayerSet",
  "filters.saved.saveAs",
  "health.version",
  "libraries.uri",
  "of",
  "operations.by",
  "operations.kinds.ImportIfc",
  "panels.title",
  "preferences.themes.system",
  "project.tabs.webhooks",
  "projects.name",
  "report.parts.schema",
  "rooms.heads.name",
  "sets.dataTypes.String",
  "signIn.tokenLabel",
  "stage.box",
  "stage.boxAt",
  "stage.by.MaterialLayerSet.Name",
  "status",
  "tokens.name",
  "users.name",
  "webhooks.title",
  "webhooks.url",
  "workspace.docks.details"
])

/** Arguments to try a text's function with: those that it takes do not matter, as long as both languages get the same. */
const samples: ReadonlyArray<ReadonlyArray<unknown>> = [
  [1, 1, 1],
  [7, 9, 8],
  ["1", "7", "9"],
  [["1", "7"], ["9"], ["8"]]
]

const saidBy = (text: unknown): ReadonlyArray<string> => {
  if (typeof text !== "function") return [String(text)]
  return samples.flatMap((values) => {
    try {
      return [String((text as (...values: ReadonlyArray<unknown>) => unknown)(...values))]
    } catch {
      // It takes values of another kind.
      return []
    }
  })
}

/** Returns whether a text has a word; what comes of arguments of another kind counts for nothing. */
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll(/\b(?:NaN|undefined)\b/g, ""))

test("the page has catalogues", () => {
  expect(catalogues.length).toBeGreaterThanOrEqual(13)
})

test.each(catalogues)("%s has each text in German, with the same parameters", async (file) => {
  expect(filesOf("**/*Texts.de.ts")).toContain(germanOf(file))
  const english: Entries = new Map(entriesOf(partsOf(await load(file))))
  const german: Entries = new Map(entriesOf(await load(germanOf(file))))
  expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  for (const [path, text] of english) {
    const other = german.get(path)
    expect(typeof other, path).toBe(typeof text)
    if (typeof text === "function") expect((other as typeof text).length, path).toBe(text.length)
  }
})

test("no German text is English, apart from those that are the same in both languages", async () => {
  const found = new Set<string>()
  for (const file of catalogues) {
    const german: Entries = new Map(entriesOf(await load(germanOf(file))))
    for (const [path, text] of entriesOf(partsOf(await load(file)))) {
      const said = saidBy(german.get(path))
      if (saidBy(text).some((one, i) => hasWord(one) && one === said[i])) {
        found.add(path.replace(/^words\./, ""))
      }
    }
  }
  expect([...found].toSorted()).toEqual([...same].toSorted())
})

test.each(catalogues)("the German of %s imports only other German catalogues and the formatter", (file) => {
  const imports = [...readFileSync(join(web, germanOf(file)), "utf8").matchAll(/^import (?!type).* from "(.*)"$/gm)]
  for (const [, path] of imports) expect(path).toMatch(/(?:Texts\.de|\/words\/Format)\.ts$/)
})

test("texts of components stand in catalogues", () => {
  const faults = filesOf("**/*.{ts,tsx}")
    .filter((file) => !/Texts(?:\.de)?\.ts$|\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(web, file), "utf8")
      return literalsIn(source, file.endsWith("x") ? "tsx" : "ts").map((text) => `${file}: ${text}`)
    })
  expect(faults).toEqual([])
})

test.each([
  [`<p>Some {count} words</p>`, ['"Some "', '" words"']],
  [`<p aria-label="Name" class="name">{open ? "Open" : texts.close}</p>`, ['"Name"', '"Open"']],
  ["<img alt={`Picture of ${name}`} src='a.png' />", ["`Picture of ${name}`"]],
  [`<p>{texts.name} · {names.map((one) => <b class="one">{one}</b>)}</p>`, []]
])("texts of %p are found", (jsx, found) => {
  expect(literalsIn(`export const A = () => ${jsx}`, "tsx")).toEqual(found)
})

test("each error code of the service has a title in both languages", async () => {
  const codes = new Set([...rows.map(({ code }) => code), "ResourceLimit", "ConverterNotConfigured", "ConverterFailed"])
  for (const file of ["words/FailureTexts.ts", "words/FailureTexts.de.ts"]) {
    const { codes: titles } = (await load(file)) as { readonly codes: object }
    expect(Object.keys(titles).toSorted(), file).toEqual([...codes].toSorted())
  }
})

/** Members of the reports of imports and exports; the type names a member that is added later. */
const reported: Readonly<Record<keyof ImportReport | keyof GeometryReport | keyof PatchReport, true>> = {
  incomplete: true,
  schema: true,
  entities: true,
  products: true,
  propertyRecords: true,
  skipped: true,
  duplicateGlobalIds: true,
  duplicateProperties: true,
  withoutShape: true,
  fixedAttributeSets: true,
  geometry: true,
  warnings: true,
  meshed: true,
  missing: true,
  empty: true,
  open: true,
  failure: true,
  kept: true,
  changed: true,
  added: true,
  removed: true,
  applied: true,
  notApplied: true
}

test.each(["upload/FileTexts.ts", "upload/FileTexts.de.ts"])("%s names each member of a report", async (file) => {
  const { words } = (await load(file)) as { readonly words: { readonly report: { readonly parts: object } } }
  expect(Object.keys(words.report.parts)).toEqual(expect.arrayContaining(Object.keys(reported)))
})

test("no formatter follows another locale than that of the page", () => {
  const faults = filesOf("**/*.{ts,tsx}").filter(
    (file) =>
      file !== "words/Format.ts" &&
      /\bIntl\.|toLocale\w*String|localeCompare/.test(readFileSync(join(web, file), "utf8"))
  )
  expect(faults).toEqual([])
})
