import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { LocationNow } from "../../../src/dataframe/query/View.ts"
import * as GlobalId from "../../../src/domain/GlobalId.ts"
import { changed, drafted, type KeptLocation } from "../../../src/domain/libraries/Location.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { type LocationEntry, LocationTree } from "../../../src/domain/libraries/LocationTree.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { checkLocationPlace } from "../../../src/domain/libraries/Hierarchy.ts"
import { type ListedLocations, LocationRepository } from "../../../src/ports/libraries/LocationRepository.ts"
import type { Listed } from "../../../src/ports/Stored.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn, spanned } from "../../../src/runtime/Span.ts"
import { removeBranch } from "./LocationRemoval.ts"
import { branchOf, guidProperty, locationColumns, locationOf, LocationRow, pathOf, shownIn } from "./LocationRows.ts"
import { withinLimit } from "../sql/Limit.ts"
import { entries, entriesOf, keptRows, readSlices, rowsById } from "../sql/LongList.ts"
import { repository } from "../sql/Repository.ts"
import { integer, readFirst, readGuids, readOne } from "../sql/Rows.ts"
import { allRows, mapOf } from "../sql/RowStream.ts"
import { visible } from "./Visible.ts"
import { done, sharedDataChange, unchanged } from "./SharedData.ts"
import { longTransaction, storageErrors } from "../sql/Transaction.ts"

/** Approximate memory of a location in a tree, in bytes: its number in a set and in a map, and lists of it. */
const treeBytes = 160

/** A location of a list: its number, that of its parent, and the approximate size of its texts in bytes. */
const Entry = Schema.Struct({ id: integer, parent: Schema.NullOr(integer), bytes: integer })
const ListedRow = Schema.Struct({ id: integer, ...LocationRow.fields })
const PlacedRow = Schema.Struct({ ...Entry.fields, ...LocationRow.fields })

/** Returns an entry with its location, or nothing if the location was deleted. */
const withRow =
  (rows: ReadonlyMap<number, typeof ListedRow.Type>) =>
  <E extends LocationEntry>(entry: E) => {
    const row = rows.get(entry.id)
    return row === undefined ? [] : [{ entry, location: locationOf(Struct.omit(row, "id")) }]
  }

interface LeveledEntry extends LocationEntry {
  readonly bytes: number
  readonly level: number
}

function* leveled(tree: LocationTree<typeof Entry.Type>): Generator<LeveledEntry> {
  for (const { entry, level } of tree.topDown()) yield { ...entry, level }
}

const inBothOrders = (
  tree: LocationTree<typeof Entry.Type>,
  read: <E extends typeof Entry.Type>(
    entries: () => Iterable<E>
  ) => Listed<{ readonly entry: E; readonly location: KeptLocation }>
): ListedLocations => ({
  inOrder: Pull.map(
    read(() => tree.inOrder),
    ({ location }) => location
  ),
  topDown: Pull.map(
    read(() => leveled(tree)),
    ({ entry: { level }, location }) => ({ location, level })
  )
})

const HeightRow = Schema.Struct({ levels: integer })
const NowRow = Schema.Struct({
  guid: Schema.String,
  name: Schema.String,
  type: Schema.String,
  parentGuid: Schema.NullOr(Schema.String)
})
const DeletedRow = Schema.Struct({ guid: Schema.String, deletedAfter: integer })

export const layer = repository(LocationRepository, (sql) => {
  const alone = sharedDataChange(sql)
  const aloneForLong = sharedDataChange(sql, longTransaction(sql))
  const columns = locationColumns(sql)
  // SQLite walks a branch level by level and reads siblings in the order of their index, by id, so no sort is needed.
  const siblingsInOrder = sql.onDialectOrElse({ pg: () => sql`ORDER BY l.id`, orElse: () => sql`` })

  const parents = sql`LEFT JOIN locations p ON p.project_id = l.project_id AND p.guid = l.parent_guid`

  const find = (id: number, guid: string) =>
    readFirst(
      LocationRow,
      sql`SELECT ${columns} FROM locations l
        WHERE l.project_id = ${id} AND l.guid = ${guid} AND ${visible(sql, id)}`
    )

  /**
   * Fails as `checkLocationPlace` if the location may not lie below the parent.
   *
   * @param guid null for a new location, which has nothing below it
   */
  const checkParent = Effect.fn(function* (id: number, guid: string | null, parentGuid: string | null) {
    if (parentGuid === null) return
    const above = yield* readGuids(sql`${pathOf(sql, id, parentGuid)} SELECT guid FROM path`)
    const branch = (guid: string) => sql`${branchOf(sql, id, guid)} SELECT max(level) AS levels FROM branch`
    const { levels } = guid === null ? { levels: 1 } : yield* readOne(HeightRow, branch(guid))
    yield* checkLocationPlace({ guid, above, levels })
  })

  return {
    list: fn("LocationRepository.list")(function* (projectId, top) {
      const id = Number(projectId)
      const select = (rest: Statement.Fragment) =>
        top === null
          ? sql`SELECT l.id, p.id AS parent ${rest} FROM locations l ${parents}
              WHERE l.project_id = ${id} AND ${visible(sql, id)} ORDER BY l.id`
          : sql`${branchOf(sql, id, top)} SELECT l.id, p.id AS parent ${rest}
              FROM branch b CROSS JOIN locations l ${parents}
              WHERE l.project_id = ${id} AND l.guid = b.guid AND ${visible(sql, id)} ${siblingsInOrder}`
      const tree = new LocationTree<typeof Entry.Type>()
      const statement = select(sql`, octet_length(l.properties) AS bytes`)
      const read = yield* entriesOf(entries(sql, statement, Entry), (entry) => tree.add(entry), treeBytes)
      const rows = yield* keptRows(read, allRows(sql, select(sql`, 0 AS bytes, ${columns}`), PlacedRow))
      if (rows === null) {
        const read = (ids: ReadonlyArray<number>) =>
          rowsById(
            ListedRow,
            ids,
            (some) => sql`SELECT l.id, ${columns} FROM locations l WHERE ${sql.in("l.id", some)}`
          )
        return inBothOrders(tree, (some) =>
          readSlices(some, (slice) =>
            Effect.map(read(slice.map((entry) => entry.id)), (rows) => slice.flatMap(withRow(rows)))
          )
        )
      }
      const byId = new Map(rows.map((row) => [row.id, Struct.omit(row, "parent", "bytes")]))
      const short = new LocationTree<typeof Entry.Type>()
      for (const { bytes, id, parent } of rows) short.add({ id, parent, bytes })
      return inBothOrders(short, (some) => Pull.mapSome(Pull.from(some), (entries) => entries.flatMap(withRow(byId))))
    }, storageErrors),
    exists: (projectId, guid) =>
      find(Number(projectId), guid).pipe(
        Effect.map(Option.isSome),
        storageErrors,
        spanned("LocationRepository.exists")
      ),
    create: fn("LocationRepository.create")(function* (projectId, draft) {
      const [id, locationGuid] = [Number(projectId), GlobalId.random()]
      const text = drafted(draft)
      const { name, parentGuid, type } = text
      yield* checkParent(id, null, parentGuid)
      yield* withinLimit(sql, limits.locationsOfProject, sql`locations WHERE project_id = ${id} AND imported = 0`)
      yield* sql`INSERT INTO locations (project_id, guid, parent_guid, name, type, properties, imported, differs)
          VALUES (${id}, ${locationGuid}, ${parentGuid}, ${name}, ${type}, '[]', 0, 1)`
      const location = { ...text, locationGuid, projectId, properties: [guidProperty(locationGuid)] }
      return done({ thing: "location", verb: "create", name: { guid: locationGuid } }, location)
    }, alone),
    change: fn("LocationRepository.change")(function* (projectId, guid, change) {
      const id = Number(projectId)
      const row = yield* Effect.flatMap(find(id, guid), Effect.mapError(missing.location))
      const { name, parentGuid, type } = row
      const before = { name, type, parentGuid }
      const after = changed(before, change)
      if (after === before) return unchanged(locationOf(row))
      if (after.parentGuid !== parentGuid) yield* checkParent(id, guid, after.parentGuid)
      yield* sql`UPDATE locations
          SET name = ${after.name}, type = ${after.type}, parent_guid = ${after.parentGuid}, differs = 1
          WHERE project_id = ${id} AND guid = ${guid}`
      return done({ thing: "location", verb: "change", name: { guid } }, locationOf({ ...row, ...after }))
    }, aloneForLong),
    remove: fn("LocationRepository.remove")(function* (projectId, guid) {
      yield* Effect.flatMap(find(Number(projectId), guid), Effect.mapError(missing.location))
      yield* removeBranch(sql, Number(projectId), guid)
      return done({ thing: "location", verb: "remove", name: { guid } }, undefined)
    }, aloneForLong),
    changed: fn("LocationRepository.changed")(function* (projectId) {
      const locations = mapOf(
        sql,
        sql`${shownIn(sql, Number(projectId))}
            SELECT l.guid, l.name, l.type, l.parent_guid AS "parentGuid"
              FROM shown s CROSS JOIN locations l WHERE l.project_id = ${Number(projectId)} AND l.guid = s.guid`,
        NowRow,
        ({ guid, ...now }) => [guid, now satisfies LocationNow] as const
      )
      const deletedLocations = mapOf(
        sql,
        sql`SELECT guid, deleted_after AS "deletedAfter" FROM deleted_locations
            WHERE project_id = ${Number(projectId)}`,
        DeletedRow,
        ({ deletedAfter, guid }) => [guid, deletedAfter] as const
      )
      return { locations: yield* locations, deletedLocations: yield* deletedLocations }
    })
  }
})
