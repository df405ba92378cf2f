import type { Model } from "../../../api/Views.ts"
import { compareNames } from "../../../words/Format.ts"

export const orders = ["name", "date", "size"] as const
export type Order = (typeof orders)[number]

/** A model as it is ordered and found. */
type Listed = Pick<Model, "id" | "name" | "updatedAt" | "sizeBytes">

const compare: Readonly<Record<Order, (a: Listed, b: Listed) => number>> = {
  name: (a, b) => compareNames(a.name, b.name),
  date: (a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt),
  size: (a, b) => (b.sizeBytes ?? -1) - (a.sizeBytes ?? -1)
}

/**
 * Returns models in an order: by name, the newest or the largest first, those without a size last. Pinned ones come
 * before all others, and models that are alike are in the order of their names.
 */
export const ordered = <M extends Listed>(
  models: ReadonlyArray<M>,
  order: Order,
  isPinned: (id: string) => boolean
): ReadonlyArray<M> =>
  models.toSorted(
    (a, b) => Number(isPinned(b.id)) - Number(isPinned(a.id)) || compare[order](a, b) || compareNames(a.name, b.name)
  )

/** Returns the texts of a model in which a search looks. */
export const soughtIn = ({
  name,
  schema,
  tags,
  updatedBy,
  updatedByName,
  versionTitle
}: Pick<Model, "name" | "schema" | "tags" | "updatedBy" | "updatedByName" | "versionTitle">): ReadonlyArray<
  string | null | undefined
> => [name, versionTitle, updatedByName ?? updatedBy, schema, ...tags]
