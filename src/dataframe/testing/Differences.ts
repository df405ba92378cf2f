import { type EditedField, keyOf, nameOf } from "../../domain/edits/EditedField.ts"
import type { ModelContent } from "../../domain/models/ModelContent.ts"
import { cellChange, type ModelChange } from "../../domain/edits/ModelVersion.ts"
import type { View } from "../query/View.ts"
import { modelGuid } from "./RandomContent.ts"
import { productsOf } from "./Reference.ts"
import { formsOf } from "./ReferenceForms.ts"

interface Cell {
  readonly field: EditedField
  /** The value by which two cells are compared. */
  readonly is: unknown
  readonly shown: ModelChange["before"]
}

/** All cells of a content by product and field, by a simple and slow method. */
const cellsOf = (model: ModelContent, view: View): ReadonlyMap<string, ReadonlyMap<string, Cell>> => {
  const forms = formsOf(model, modelGuid, view)
  return new Map(
    productsOf(model).map((product) => {
      const cells: Array<Cell> = []
      const add = (kind: EditedField["kind"], name: string, shown: ModelChange["before"], is: unknown = shown) =>
        cells.push({ field: { kind, set: "", name }, is, shown })
      for (const [name, value] of Object.entries(product.attributes)) {
        add("Attribute", name, value)
      }
      add("Attribute", "Class", product.className)
      const { SpatialLocationId } = forms.show(product, "SpatialLocation") as { readonly SpatialLocationId: string }
      add("SpatialLocation", "", SpatialLocationId || null)
      const material = forms.show(product, "Material") as { readonly MaterialId: string | null }
      add("Material", "", material.MaterialId, JSON.stringify([material, forms.show(product, "MaterialLayers")]))
      for (const code of Object.keys(forms.show(product, "Code") as object)) add("Code", code, code)
      for (const { name, set, value } of product.cells) {
        cells.push({ field: { kind: "Property", set, name }, is: value, shown: value })
      }
      return [product.guid, new Map(cells.map((cell) => [keyOf(cell.field), cell]))]
    })
  )
}

const isThere = (cell: Cell | undefined): boolean => {
  if (cell === undefined) return false
  if (cell.field.kind === "SpatialLocation") return cell.shown !== null
  return cell.field.kind !== "Material" || !String(cell.is).endsWith(",[]]")
}

/** Returns the differences between two contents. */
export const differences = (
  before: ModelContent,
  beforeView: View,
  after: ModelContent,
  afterView: View
): { readonly changes: ReadonlyArray<ModelChange>; readonly added: ReadonlyArray<string> } => {
  const [was, is] = [cellsOf(before, beforeView), cellsOf(after, afterView)]
  const changes: Array<ModelChange> = []
  for (const [guid, cells] of is) {
    const old = was.get(guid)
    if (old === undefined) continue
    for (const key of new Set([...old.keys(), ...cells.keys()])) {
      const [one, other] = [old.get(key), cells.get(key)]
      if (one?.is === other?.is && (one === undefined) === (other === undefined)) continue
      const { field } = (one ?? other)!
      changes.push({
        guid,
        field,
        before: one?.shown ?? null,
        after: other?.shown ?? null,
        change: cellChange(isThere(one), isThere(other))
      })
    }
  }
  const { guid, whole } = after.products
  const isWithWhole = ({ after, before, field, ...part }: ModelChange): boolean =>
    changes.some(
      (of) =>
        field.kind === "SpatialLocation" &&
        of.field.kind === "SpatialLocation" &&
        of.guid === guid[whole[guid.indexOf(part.guid)]!] &&
        of.before === before &&
        of.after === after
    )
  const gone = [...was.keys()].filter((guid) => !is.has(guid))
  const deletion = { kind: "Deleted", set: "", name: "" } as const
  const sorted = (list: ReadonlyArray<ModelChange>) =>
    list.toSorted((a, b) => compare(a.guid, b.guid) || compare(nameOf(a.field), nameOf(b.field)))
  return {
    changes: [
      ...sorted(gone.map((guid) => ({ guid, field: deletion, before: null, after: null, change: "Removed" as const }))),
      ...sorted(changes.filter((change) => !isWithWhole(change)))
    ],
    added: [...is.keys()].filter((guid) => !was.has(guid)).sort()
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Codes have no order, and two fields may be called the same. */
export const canonical = (changes: ReadonlyArray<ModelChange>) =>
  changes.toSorted(
    (a, b) =>
      Number(a.field.kind !== "Deleted") - Number(b.field.kind !== "Deleted") ||
      compare(a.guid, b.guid) ||
      compare(nameOf(a.field), nameOf(b.field)) ||
      compare(keyOf(a.field), keyOf(b.field))
  )
