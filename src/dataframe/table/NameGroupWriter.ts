import { CELL_HIDDEN, CELL_OF_TYPE, type ModelContent } from "../../domain/models/ModelContent.ts"
import type { ColumnWriter, ValueSpace } from "./ColumnWriter.ts"
import * as ColumnRecord from "./ColumnRecord.ts"
import { Section } from "./Section.ts"
import { Detail } from "./PropertyWriter.ts"
import type { TextWriter } from "./Texts.ts"

/**
 * The number of words at the start of a group's record: the name, the number of properties, whether some product has
 * two of them, kinds and unit of the values that the plain name shows, the offset of the exceptions in `words`, and
 * their length in words. The indexes of the properties follow.
 */
export const GROUP_WORDS = 7
export type GroupRecord = readonly [number, number, number, number, number, number, number]

interface Group {
  readonly members: Array<number>
  readonly rankOf: Map<number, number>
  readonly detail: Detail
  readonly exceptions: Array<number>
  overlap: boolean
}

interface Hit {
  readonly group: number
  readonly property: number
  readonly precedence: number
  readonly value: number
}

/** Returns whether a set takes precedence if a product has the same property name in several sets. */
export const isPreferred = (set: string): boolean =>
  set.startsWith("Pset_") || set.startsWith("Qto_") || set === "BaseQuantities"

/**
 * Writes which property a plain name shows if several sets have that name: one order for the whole model, and an
 * exception (`row, n, property…`, best first) for each product whose own order differs.
 */
export const writeNameGroups = (
  columns: ColumnWriter,
  texts: TextWriter,
  content: ModelContent,
  kept: Int32Array,
  values: ValueSpace
): Uint8Array => {
  const { cells, properties } = content
  const byName = new Map<string, Array<number>>()
  for (const [p, { name }] of properties.entries()) {
    if (kept[p] === -1) continue
    const members = byName.get(name)
    if (members === undefined) byName.set(name, [p])
    else members.push(p)
  }
  const groupOf = new Int32Array(properties.length).fill(-1)
  const groups: Array<Group> = []
  const ofType = typeShares(content)
  const unitNames = content.units.map(({ name }) => name)
  for (const members of byName.values()) {
    if (members.length < 2) continue
    const weight = (p: number): number => (ofType[p]! > 0.5 ? 2 : 0) + (isPreferred(properties[p]!.set) ? 0 : 1)
    members.sort((a, b) => weight(a) - weight(b) || a - b)
    for (const p of members) groupOf[p] = groups.length
    groups.push({
      members,
      rankOf: new Map(members.map((p, rank) => [p, rank])),
      detail: new Detail(unitNames),
      exceptions: [],
      overlap: false
    })
  }
  const preferred = properties.map(({ set }) => (isPreferred(set) ? 0 : 1))
  let hits: Array<Hit> = []
  for (let i = 0; i < cells.count; i++) {
    const property = cells.property[i]!
    const flags = cells.flags[i]!
    if (groupOf[property] !== -1 && (flags & CELL_HIDDEN) === 0) {
      const precedence = ((flags & CELL_OF_TYPE) === 0 ? 0 : 2) + preferred[property]!
      hits.push({ group: groupOf[property]!, property, precedence, value: cells.value[i]! })
    }
    const last = i + 1 === cells.count || cells.product[i + 1] !== cells.product[i]
    if (!last || hits.length === 0) continue
    settle(cells.product[i]!, hits, groups, kept, values)
    hits = []
  }
  return writeGroups(columns, texts, content, kept, groups)
}

/** Decides which properties the names of one product show. */
const settle = (
  row: number,
  hits: Array<Hit>,
  groups: ReadonlyArray<Group>,
  kept: Int32Array,
  values: ValueSpace
): void => {
  hits.sort((a, b) => a.group - b.group || a.precedence - b.precedence)
  for (let from = 0; from < hits.length;) {
    const group = groups[hits[from]!.group]!
    let to = from + 1
    let inOrder = true
    while (to < hits.length && hits[to]!.group === hits[from]!.group) {
      if (group.rankOf.get(hits[to]!.property)! < group.rankOf.get(hits[to - 1]!.property)!) inOrder = false
      to++
    }
    group.detail.add(values.kind(hits[from]!.value), values.unit(hits[from]!.value))
    if (to - from > 1) group.overlap = true
    if (!inOrder) {
      group.exceptions.push(row, to - from)
      for (const { property } of hits.slice(from, to)) group.exceptions.push(kept[property]!)
    }
    from = to
  }
}

/** Returns the share of each property's cells that come from types. */
const typeShares = ({ cells, properties }: ModelContent): Float64Array => {
  const all = new Uint32Array(properties.length)
  const ofType = new Uint32Array(properties.length)
  for (let i = 0; i < cells.count; i++) {
    all[cells.property[i]!]!++
    if ((cells.flags[i]! & CELL_OF_TYPE) !== 0) ofType[cells.property[i]!]!++
  }
  return Float64Array.from(all, (count, p) => (count === 0 ? 0 : ofType[p]! / count))
}

const writeGroups = (
  columns: ColumnWriter,
  texts: TextWriter,
  content: ModelContent,
  kept: Int32Array,
  groups: ReadonlyArray<Group>
): Uint8Array => {
  const words = new Section((n) => new Uint32Array(n))
  words.append([groups.length])
  for (const { members, detail, exceptions, overlap } of groups) {
    words.append([
      texts.once(content.properties[members[0]!]!.name.toWellFormed()),
      members.length,
      overlap ? 1 : 0,
      detail.kindMask,
      Math.max(detail.unit, ColumnRecord.UNIT_NONE),
      columns.words.append(exceptions),
      exceptions.length
    ])
    words.append(members.map((p) => kept[p]!))
  }
  return words.bytes()
}
