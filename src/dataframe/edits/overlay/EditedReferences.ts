import type { OwnDeleted } from "../../../domain/edits/Edit.ts"
import type { ContentMaterialSet } from "../../../domain/models/ModelContent.ts"
import type { ByGuid, CodesNow } from "../../query/Overlay.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import type { CodeSection, CodeSet, LocationSection, MaterialSection } from "../../table/Structure.ts"
import { editedRows } from "./EditedRows.ts"
import { References } from "./References.ts"

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

/** Numbers guids: those of a table keep their index, others are numbered after them in order of use. */
class Numbers {
  private readonly numbers: Map<string, number>
  readonly added: Array<string> = []

  constructor(private readonly own: ReadonlyArray<string>) {
    this.numbers = new Map(own.map((guid, i) => [guid, i]))
  }

  of(guid: string): number {
    const number = this.numbers.get(guid) ?? this.own.length + this.added.push(guid) - 1
    this.numbers.set(guid, number)
    return number
  }
}

/** The most levels of parts within parts. Anything deeper is a cycle in the file. */
export const deepest = 64

/**
 * Returns the locations of products after edits as a column. Parts move with their whole. Returns null if no product of
 * the table is edited.
 */
export const locations = (table: ProductTable, now: ByGuid<string>): Uint8Array | null => {
  const edited = editedRows(table, now)
  if (edited.rows.length === 0) return null
  const numbers = new Numbers(table.locations.map(({ guid }) => guid))
  const references = new References(table, "location")
  const { codes } = references
  const moved = new Set<number>()
  for (const [i, row] of edited.rows.entries()) {
    const guid = edited.now[i]!
    codes[row] = guid === "" ? 0 : numbers.of(guid) + 1
    moved.add(row)
  }
  const { wholes } = table
  for (let row = 0; row < wholes.length; row++) {
    if (wholes[row] === -1 || moved.has(row)) continue
    let at = wholes[row]!
    for (let depth = 0; at !== -1 && !moved.has(at) && depth < deepest; depth++) at = wholes[at]!
    if (moved.has(at)) codes[row] = codes[at]!
  }
  const added: LocationSection = numbers.added.map((guid) => ({ guid, name: "", type: "", parent: -1 }))
  return references.write({ locations: json(added) })
}

/**
 * Returns the materials of products after edits as a column. Each edited product has a single material, or else what
 * its type says. Returns null if no product of the table is edited.
 */
export const materials = (table: ProductTable, now: ByGuid<string | null | OwnDeleted>): Uint8Array | null => {
  const edited = editedRows(table, now)
  if (edited.rows.length === 0) return null
  const numbers = new Numbers(table.materialGuids)
  const references = new References(table, "materialSet")
  const sets = new Map<number, number>()
  for (const [i, row] of edited.rows.entries()) {
    const guid = edited.now[i]
    if (typeof guid !== "string") {
      references.takeAway(row)
      continue
    }
    const material = numbers.of(guid)
    if (!sets.has(material)) sets.set(material, table.materials.sets.length + sets.size)
    references.set(row, sets.get(material)! + 1)
  }
  const added: MaterialSection = {
    names: [],
    guids: numbers.added,
    sets: Array.from(sets.keys(), (material): ContentMaterialSet => {
      const layers = [{ material, name: null, thickness: null, fraction: null }]
      return { name: null, form: "single", layers }
    })
  }
  return references.write({ materials: json(added) })
}

/**
 * Returns the codes of products after edits as a column. Edits change the own codes; those of the type stay beside them.
 * Returns null if no product of the table is edited.
 */
export const codes = (table: ProductTable, now: ByGuid<CodesNow>): Uint8Array | null => {
  const edited = editedRows(table, now)
  if (edited.rows.length === 0) return null
  const numbers = new Numbers(table.codeGuids)
  const references = new References(table, "codeSet")
  const { sets } = table.codes
  const news: Array<CodeSet> = []
  const added = new Map<string, number>()
  for (const [i, row] of edited.rows.entries()) {
    const { added: more, all, removed } = edited.now[i]!
    const { ofType, own: had } = sets[references.codes[row]!]!
    const without = new Set(Array.from(removed, (guid) => numbers.of(guid)))
    const before = all?.map((guid) => numbers.of(guid)) ?? had
    const left = before.filter((code) => !without.has(code))
    const own = [...new Set([...left, ...Array.from(more, (guid) => numbers.of(guid))])]
    const set =
      own.length + ofType.length === 0
        ? 0
        : added.getOrInsertComputed(
            `${own.join()};${ofType.join()}`,
            () => sets.length + news.push({ own, ofType }) - 1
          )
    references.set(row, set, own.length === 0 && set !== 0)
  }
  const section: CodeSection = { codifications: [], codes: [], guids: numbers.added, sets: news }
  return references.write({ codes: json(section) })
}
