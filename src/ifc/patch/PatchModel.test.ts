import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { Either } from "effect"
import { Random } from "../../dataframe/testing/RandomContent.ts"
import type { DescribedCode, DescribedLocation, DescribedMaterial } from "../../domain/Described.ts"
import { ownDeleted, type Edit } from "../../domain/Edit.ts"
import {
  CELL_HIDDEN,
  type ModelContent,
  VALUE_FIXED,
  VALUE_KIND_MASK,
  VALUE_BOOLEAN,
  VALUE_INTEGER,
  VALUE_NULL,
  VALUE_REAL,
  VALUE_TEXT,
  VALUE_ENUMERATION,
  VALUE_SEVERAL
} from "../../domain/ModelContent.ts"
import { readModel } from "../ReadModel.ts"
import { newFaults } from "../testing/integrity/Faults.ts"
import { integrityOf } from "../testing/integrity/Integrity.ts"
import { type Library, patchModel } from "./PatchModel.ts"

const seeds = Number(process.env["EXPORT_SEEDS"] ?? 2)

type Cells = Map<string, string>

/** A set with its materials by their names. */
const materialOf = ({ materialSets, materials }: ModelContent, index: number): unknown => {
  const set = materialSets[index]
  return set && { ...set, layers: set.layers.map((layer) => ({ ...layer, material: materials[layer.material]?.name })) }
}

const keyOfCode = ({ codes, codifications }: ModelContent, index: number): string => {
  const { codification, identification } = codes[index]!
  return `${codifications[codification]?.name ?? ""}:${identification}`
}

/** What edits may name: all that the file has, and some that it lacks. */
const libraryOf = (content: ModelContent): Library => {
  const parent = content.locations[0]?.guid ?? null
  const text = { description: null, uri: null }
  return {
    materials: new Map<string, DescribedMaterial>([
      ...content.materials.map((material, i) => [`m${i}`, material] as const),
      ["m new", { name: "New material", description: null, category: null }]
    ]),
    codes: new Map<string, DescribedCode>([
      ...content.codes.map(
        (code, i) => [`c${i}`, { ...code, system: content.codifications[code.codification]!.name }] as const
      ),
      ["c new", { ...text, identification: "9.9", name: "New", system: "New system" }],
      ["c alone", { ...text, identification: "8.8", name: "Alone", system: null }]
    ]),
    locations: new Map<string, DescribedLocation>([
      ...content.locations.map(
        ({ guid, name, type }) => [guid, { name, type: type as "Space", parentGuid: null }] as const
      ),
      [newStorey, { name: "New", type: "Floor", parentGuid: parent }],
      [newSpace, { name: "", type: "ExternalSpatialElement", parentGuid: newStorey }]
    ]),
    definitions: new Map([
      ["New set\0A", { enumerationValues: ["New", "it's", "Tür \\ 日本", "x".repeat(255)], measure: null }]
    ])
  }
}

const newStorey = "0000000000000000000001"
const newSpace = "0000000000000000000002"

/** What each product has of its own, by guid; attributes with an empty set. */
const ownOf = (content: ModelContent): Map<string, Cells> => {
  const { cells, products, properties, texts, values } = content
  const all = products.guid.map((_, i): Cells => {
    const text = (index: number) => texts[index] ?? ""
    return new Map([
      ["\0Name", text(products.nameText[i]!)],
      ["\0Description", text(products.descriptionText[i]!)],
      ["\0ObjectType", text(products.objectTypeText[i]!)],
      ["\0Tag", text(products.tagText[i]!)],
      ["\0Location", content.locations[products.location[i]!]?.guid ?? ""],
      ["\0Material", JSON.stringify(materialOf(content, products.materialSet[i]!))],
      [
        "\0Codes",
        (content.codeSets[products.codeSet[i]!] ?? [])
          .map((code) => keyOfCode(content, code))
          .sort()
          .join()
      ]
    ])
  })
  for (let cell = 0; cell < cells.count; cell++) {
    if ((cells.flags[cell]! & ~CELL_HIDDEN) % 2 === 1) continue
    const value = cells.value[cell]!
    const { name, set } = properties[cells.property[cell]!]!
    const kind = values.kind[value]! & VALUE_KIND_MASK
    const number = values.number[value]!
    const shown = kind === VALUE_TEXT ? texts[number]! : kind === VALUE_NULL ? "null" : `${kind} ${number}`
    all[cells.product[cell]!]!.set(`${set}\0${name}`, shown)
  }
  return new Map(products.guid.map((guid, i) => [guid, all[i]!]))
}

const typeOf = {
  [VALUE_TEXT]: "String",
  [VALUE_REAL]: "Real",
  [VALUE_INTEGER]: "Integer",
  [VALUE_BOOLEAN]: "Boolean"
} as const

/** Random edits of cells that are there, of new ones and of attributes, each of a cell of its own. */
const editsOf = (random: Random, content: ModelContent, library: Library, count: number): ReadonlyArray<Edit> => {
  const { cells, products, properties, values } = content
  const edits = new Map<string, Edit>()
  const put = (edit: Edit, field: string) => edits.set(`${edit.guid}\0${field}`, edit)
  for (let i = 0; i < count; i++) {
    const guid = random.pick(products.guid)
    const chance = random.next()
    const text = random.pick(["New", "it's", "Tür \\ 日本", "x".repeat(300)])
    const isWhole = products.whole[products.guid.indexOf(guid)]! < 0
    if (chance < 0.1) put({ kind: "Material", guid, now: random.pick([...library.materials.keys(), null]) }, "material")
    else if (chance < 0.2) {
      put({ kind: "Codes", guid, now: [...new Set(random.some([...library.codes.keys()], 2))] }, "codes")
    } else if (chance < 0.25) {
      if (isWhole)
        put({ kind: "SpatialLocation", guid, now: random.pick([...library.locations.keys(), ""]) }, "location")
    } else if (chance < 0.4)
      put(
        { kind: "Attribute", guid, name: random.pick(["Name", "Description", "Tag"]), now: text.slice(0, 255) },
        "attribute"
      )
    else if (chance < 0.55 || cells.count === 0) {
      const name = random.pick(["A", "B"])
      put(
        {
          kind: "Property",
          guid,
          set: "New set",
          name,
          now: { value: text, type: "String", quantity: false, unit: null }
        },
        `New set\0${name}`
      )
    } else {
      const cell = random.below(cells.count)
      const value = cells.value[cell]!
      const kind = values.kind[value]!
      const { name, quantity, set } = properties[cells.property[cell]!]!
      if (
        (cells.flags[cell]! & ~CELL_HIDDEN) % 2 === 1 ||
        (kind & (VALUE_FIXED | VALUE_SEVERAL | VALUE_ENUMERATION)) !== 0
      )
        continue
      const type = typeOf[(kind & VALUE_KIND_MASK) as keyof typeof typeOf] ?? "String"
      const now = { String: text, Real: random.next() * 1e6, Integer: random.below(1000), Boolean: random.chance(0.5) }[
        type
      ]
      const owner = products.guid[cells.product[cell]!]!
      const edited = { value: random.chance(0.1) && !quantity ? null : now, type, quantity, unit: null }
      put(
        { kind: "Property", guid: owner, set, name, now: random.chance(0.15) ? ownDeleted : edited },
        `${set}\0${name}`
      )
    }
  }
  return [...edits.values()]
}

const kindOf = { String: VALUE_TEXT, Real: VALUE_REAL, Integer: VALUE_INTEGER, Boolean: VALUE_BOOLEAN } as const

const apply = (
  cells: Map<string, Cells>,
  edits: ReadonlyArray<Edit>,
  { codes, materials }: Library,
  { guid: guids, whole }: ModelContent["products"]
): void => {
  /** Parts are where their wholes are. */
  const move = (guid: string, to: string): void => {
    cells.get(guid)?.set("\0Location", to)
    for (const [part, above] of whole.entries()) if (guids[above] === guid) move(guids[part]!, to)
  }
  for (const edit of edits) {
    const own = cells.get(edit.guid)!
    if (edit.kind === "Material") {
      const name = typeof edit.now === "string" ? materials.get(edit.now)?.name : undefined
      const layers = [{ material: name, name: null, thickness: null, fraction: null }]
      own.set(
        "\0Material",
        name === undefined ? JSON.stringify(undefined) : JSON.stringify({ name, form: "single", layers })
      )
    }
    if (edit.kind === "Codes") {
      const keys = edit.now
        .map((guid) => codes.get(guid)!)
        .map(({ identification, system }) => `${system ?? ""}:${identification}`)
      own.set("\0Codes", keys.sort().join())
    }
    if (edit.kind === "Deleted") cells.delete(edit.guid)
    if (edit.kind === "SpatialLocation") move(edit.guid, edit.now)
    if (edit.kind === "Attribute") own.set(`\0${edit.name}`, edit.now ?? "")
    if (edit.kind !== "Property") continue
    const key = `${edit.set}\0${edit.name}`
    if ("deleted" in edit.now) own.delete(key)
    else {
      const { type, value } = edit.now
      const kind = kindOf[type as keyof typeof kindOf]
      own.set(key, value === null ? "null" : type === "String" ? String(value) : `${kind} ${Number(value)}`)
    }
  }
}

/** Deletions of some products with their parts; edits of others. */
const withDeletions = (random: Random, { products }: ModelContent, edits: ReadonlyArray<Edit>): ReadonlyArray<Edit> => {
  const gone = new Set<string>()
  for (let i = 0; i < 1 + products.count / 20; i++) gone.add(random.pick(products.guid))
  for (let isMore = true; isMore;) {
    isMore = false
    for (const [product, guid] of products.guid.entries()) {
      const whole = products.guid[products.whole[product]!]
      if (whole === undefined || !gone.has(whole) || gone.has(guid)) continue
      gone.add(guid)
      isMore = true
    }
  }
  return [...edits.filter(({ guid }) => !gone.has(guid)), ...[...gone].map((guid): Edit => ({ kind: "Deleted", guid }))]
}

const read = (bytes: Uint8Array) => Either.getOrThrow(readModel(bytes))
const patched = (bytes: Uint8Array, edits: Iterable<Edit>, library: Library) => {
  const { pieces, report } = Either.getOrThrow(
    patchModel(bytes, edits, library, { version: "1", publishedAt: 1_700_000_000_000 })
  )
  return { bytes: Buffer.concat([...pieces]), report }
}

const directory = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../../shared/models")
const names = [
  "AC20-FZK-Haus.ifc",
  "houten-kozijnen.ifc",
  "mini-project.ifc",
  "SampleHouse.ifc",
  "LargeBuilding.ifc",
  "wall-door-column-4x3.ifc"
]

describe.each(names)("%s", (name) => {
  const path = join(directory, name)
  const isThere = existsSync(path)
  const told = isThere ? "" : " (absent from MODELS_DIR)"

  test.skipIf(!isThere)(`without edits its bytes stay${told}`, () => {
    const bytes = readFileSync(path)
    expect(patched(bytes, [], libraryOf(read(bytes).content)).bytes.equals(bytes)).toBe(true)
  })

  test.skipIf(!isThere)(`random edits read back, and nothing else changes${told}`, () => {
    const bytes = readFileSync(path)
    const { content } = read(bytes)
    const faults = integrityOf(bytes)
    for (let seed = 1; seed <= seeds; seed++) {
      const library = libraryOf(content)
      const random = new Random(seed)
      const changes = editsOf(random, content, library, 60)
      const edits = seed % 2 === 0 ? withDeletions(random, content, changes) : changes
      const { bytes: made, report } = patched(bytes, edits, library)
      expect(patched(bytes, edits.toReversed(), library).bytes.equals(made)).toBe(true)
      const refused = new Set(report.notApplied.map(({ guid }) => guid))
      const isRefused = (edit: Edit) => edit.kind === "SpatialLocation" && edit.now === "" && refused.has(edit.guid)
      expect(report.applied).toBe(edits.length - edits.filter(isRefused).length)
      const wanted = ownOf(content)
      const applied = edits.filter((edit) => !isRefused(edit))
      apply(wanted, applied, library, content.products)
      const shown = ownOf(read(made).content)
      expect([...shown.keys()].sort()).toEqual([...wanted.keys()].sort())
      expect({ seed, faults: newFaults(faults, integrityOf(made)) }).toEqual({ seed, faults: [] })
      for (const [guid, cells] of wanted) {
        if (Bun.deepEquals(shown.get(guid), cells)) continue
        expect({ seed, guid, edits: edits.filter((edit) => edit.guid === guid), cells: shown.get(guid) }).toEqual({
          seed,
          guid,
          edits: edits.filter((edit) => edit.guid === guid),
          cells
        })
      }
    }
  })
})
