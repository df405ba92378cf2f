import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { count } from "../../../calculators/count/Count.ts"
import { netVolume } from "../../../calculators/volume/Volume.ts"
import { Products } from "../../application/products/Products.ts"
import type { SeenTable } from "../../application/views/TableThreads.ts"
import { answerEdit } from "../../dataframe/edits/changes/EditAnswer.ts"
import * as Layers from "../../dataframe/edits/overlay/Layers.ts"
import { answer } from "../../dataframe/query/answer/QueryAnswer.ts"
import { calculate } from "../../dataframe/query/quantities/Quantities.ts"
import { chunks } from "../../dataframe/query/quantities/QuantityResult.ts"
import { cellChange } from "../../domain/edits/ModelVersion.ts"
import * as FieldNames from "../../domain/products/FieldNames.ts"
import { noFilters } from "../../domain/products/Filter.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import { AccessRepository } from "../../ports/projects/AccessRepository.ts"
import * as EditedFile from "./EditedFile.ts"
import { attributes, type Changes, type EditingModel, type Place, properties, quantity, type Row, type Shown } from "./EditingModel.ts" // prettier-ignore

type Rows = Readonly<Record<string, Row>>

/** The view that a user has of a model. */
export interface View {
  readonly rows: Rows
  readonly changes: unknown
  readonly counts: unknown
  readonly quantities: unknown
}

/** The part of a calculation of dynamic properties that edits can change. */
interface Dynamic {
  readonly totalCount: number
  readonly result: ReadonlyArray<{ readonly Guid: string; readonly Name: string; readonly "Computed.Volume": object }>
}

interface Told {
  readonly totalCount: number
  readonly products: Readonly<Record<string, object>>
}

/** The products of such a result by guid, and the number of products that it states. */
export const dynamicOf = ({ result, totalCount }: Dynamic): Told => ({
  totalCount,
  products: Object.fromEntries(result.map(({ Guid, Name, "Computed.Volume": volume }) => [Guid, { Name, ...volume }]))
})

/** Returns the expected volumes: that of a product's own shape, or the sum of its remaining parts. */
export const expectedDynamic = (model: EditingModel, place: Place): Told => {
  const rows = model.see(place)
  const volumeOf = (guid: string) => {
    const own = EditedFile.volumes.get(guid)
    if (own !== undefined) return { Value: own, Quality: "Measured" }
    const parts = model.partsOf(place, guid).map((part) => EditedFile.volumes.get(part)!)
    if (parts.length === 0) return { Value: null, Quality: "Missing" }
    return { Value: parts.reduce((sum, volume) => sum + volume, 0), Quality: "Parts" }
  }
  const products = Array.from(rows, ([guid, { Name }]) => {
    return [guid, { Name: Name ?? "", Unit: "CubicMetre", ...volumeOf(guid) }] as const
  })
  return { totalCount: rows.size, products: Object.fromEntries(products) }
}

/** The fields of queries, which are those of the reference model. */
export const fields = ["Guid", "Name", "Description", ...properties, "SpatialLocation", "MaterialLayerSet", "Code"]

interface AnsweredRow {
  readonly [property: string]: unknown
  readonly Guid: string
  readonly Name: string
  readonly Description: { readonly Value: Shown }
  readonly SpatialLocation: { readonly SpatialLocationId: string }
  readonly MaterialLayerSet: { readonly MaterialId: string | null }
  readonly Code: object
}

const rowOf = (row: AnsweredRow): Row => {
  const property = (name: string): Shown => {
    const { PropertySet, Value } = row[name] as { readonly PropertySet: string | null; readonly Value: Shown }
    return PropertySet === null ? undefined : Value
  }
  return {
    Name: row.Name,
    Description: row.Description.Value,
    ...Object.fromEntries(properties.map((name) => [name, property(name)])),
    SpatialLocation: row.SpatialLocation.SpatialLocationId || null,
    Material: row.MaterialLayerSet.MaterialId,
    Code: Object.keys(row.Code).sort()
  }
}

/** The rows of an answer of M4, by guid. */
export const rowsOf = ({ result }: { readonly result: ReadonlyArray<AnsweredRow> }): Rows =>
  Object.fromEntries(result.map((row) => [row.Guid, rowOf(row)]))

interface Result {
  readonly totals: unknown
  readonly products: ReadonlyArray<{ readonly Guid: string; readonly NetVolume?: { readonly value: number } }>
}

/** Returns the part of a calculation's result that edits can change. */
export const quantitiesOf = ({ products, totals }: Result) => ({
  totals,
  values: Object.fromEntries(products.map(({ Guid, NetVolume }) => [Guid, NetVolume?.value ?? null]))
})

export const calculators = [count, netVolume]

const read = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString())

const viewOf = ({ table, texts, view }: SeenTable): View => {
  const seen = Layers.seen(table, view, texts)
  const request = {
    kind: "Rows",
    encoding: null,
    fields: FieldNames.of(fields),
    filters: noFilters,
    page: 1,
    pageSize: 1000
  } as const
  const rows = Array.from({ length: table.count }, (_, row) => row)
  const volumes = Float64Array.from(rows, (row) => EditedFile.volumes.get(table.guidOf(row)) ?? Number.NaN)
  const computed = { valuesOf: (measure: string) => (measure === "Volume" ? volumes : null) }
  const found = Either.getOrThrow(calculate(seen.table, seen.view, { calculators, filters: noFilters, computed }))
  const page = { page: 1, pageSize: 1000 }
  return {
    rows: rowsOf(read(Either.getOrThrow(answer(seen.table, seen.view, request))) as Parameters<typeof rowsOf>[0]),
    changes: read(Either.getOrThrow(answerEdit(table, view, texts, { kind: "Changes", expects: false, ...page }))),
    counts: read(Either.getOrThrow(answerEdit(table, view, texts, { kind: "Count" }))),
    quantities: quantitiesOf(read(Buffer.concat([...chunks(found, {})])) as Result)
  }
}

/**
 * Reads models as the service does before it answers. Answers are derived from immutable texts, so the same texts over
 * the same table are evaluated once.
 */
export const make = () => {
  const known = new Map<string, { readonly seen: SeenTable; readonly view: View }>()
  return (userId: UserId, projectId: ProjectId, modelId: ModelId) =>
    Effect.gen(function* () {
      const access = Option.getOrThrow(
        yield* Effect.flatMap(AccessRepository, (all) => all.find(userId, projectId, modelId))
      )
      const products = yield* Products
      const seen = yield* products.see(userId, access.project, Option.getOrThrow(access.model))
      const last = known.get(`${userId} ${modelId}`)
      const { texts, view } = last?.seen ?? {}
      const isSame =
        view?.shared === seen.view.shared &&
        texts?.personal === seen.texts.personal &&
        texts.published === seen.texts.published
      const now = isSame ? last! : { seen, view: viewOf(seen) }
      known.set(`${userId} ${modelId}`, now)
      return now.view
    })
}

/** Rows of the model of edits, as the service shows them. */
export const shownRows = (rows: ReadonlyMap<string, Row>): Rows =>
  Object.fromEntries(rows.entries().map(([guid, row]) => [guid, { ...row, Name: row["Name"] ?? "" }]))

/** Returns whether a cell is there: attributes always are, and a property may be there without a value. */
const isThere = (field: string, value: unknown): boolean =>
  attributes.includes(field) || (properties.includes(field) ? value !== undefined : (value ?? null) !== null)

/** Changes as the service shows them: codes by their field. */
export const shownChanges = ({ changes, deleted }: Changes) => ({
  changes: changes.map(({ after, before, field, guid }) => ({
    guid,
    field: field.split("\0")[0]!,
    before: before ?? null,
    after: after ?? null,
    change: cellChange(isThere(field, before), isThere(field, after))
  })),
  added: [],
  deleted,
  totalCount: changes.length + deleted.length,
  page: 1,
  pageSize: 1000
})

/** Returns the view that a user must see. */
export const expected = (model: EditingModel, place: Place): View => {
  const rows = model.see(place)
  const changes = model.changes(place)
  const volumes = Array.from(
    rows,
    ([guid, row]) => [guid, row[quantity] ?? EditedFile.volumes.get(guid) ?? null] as const
  )
  const sum = volumes.reduce((sum, [, value]) => sum + Number(value), 0)
  return {
    rows: shownRows(rows),
    changes: shownChanges(changes),
    counts: { cells: changes.changes.length, deletedProducts: changes.deleted.length },
    quantities: { totals: { Count: rows.size, NetVolume: sum }, values: Object.fromEntries(volumes) }
  }
}
