import type { Edit } from "../../../domain/edits/Edit.ts"
import * as Overlay from "../../query/Overlay.ts"
import type { SharedView, View } from "../../query/View.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import * as EditedTable from "./EditedTable.ts"
import * as EditText from "./EditText.ts"

/** The texts of the edits that apply to a table: the published ones, and on top the caller's unpublished ones. */
export type Texts = Readonly<Record<"published" | "personal", Uint8Array>>

interface Laid {
  readonly overlay: Overlay.Overlay
  readonly named: EditText.Named
}

const none: Laid = { overlay: Overlay.empty, named: { locations: new Map(), materials: new Map(), codes: new Map() } }

const known = new WeakMap<Uint8Array, EditText.EditText>()

const editsOf = (text: Uint8Array): EditText.EditText =>
  known.getOrInsertComputed(text, () => EditText.read(Buffer.from(text).toString()))

const over = (laid: Laid, text: Uint8Array): Laid => {
  const { edits, named } = editsOf(text)
  if (edits.length === 0) return laid
  return {
    overlay: Overlay.add(laid.overlay, edits),
    named: {
      locations: new Map([...laid.named.locations, ...named.locations]),
      materials: new Map([...laid.named.materials, ...named.materials]),
      codes: new Map([...laid.named.codes, ...named.codes])
    }
  }
}

const ofPublished = new WeakMap<Uint8Array, Laid>()
const ofBoth = new WeakMap<Laid, WeakMap<Uint8Array, Laid>>()

const publishedLaid = (text: Uint8Array): Laid => ofPublished.getOrInsertComputed(text, () => over(none, text))

const laidBy = ({ personal, published }: Texts): Laid => {
  const lower = publishedLaid(published)
  return ofBoth
    .getOrInsertComputed(lower, () => new WeakMap())
    .getOrInsertComputed(personal, () => over(lower, personal))
}

const views = new WeakMap<EditText.Named, WeakMap<SharedView, SharedView>>()

/**
 * Returns the shared view with the references that edits name. Entries of the project take precedence, because they
 * include deletions.
 */
export const withNamed = (shared: SharedView, named: EditText.Named): SharedView => {
  const { codes, locations, materials } = named
  if (locations.size + materials.size + codes.size === 0) return shared
  const found = views.getOrInsertComputed(named, () => new WeakMap())
  return found.getOrInsertComputed(shared, () => {
    const { references } = shared
    return {
      ...shared,
      references: {
        locations: new Map([...locations, ...references.locations]),
        deletedLocations: references.deletedLocations,
        materials: new Map([...materials, ...references.materials]),
        codes: new Map([...codes, ...references.codes])
      }
    }
  })
}

/**
 * A table and a view as the caller sees them. The same text objects give the same table and shared view as long as they
 * live.
 */
export interface Seen {
  readonly table: ProductTable
  readonly view: View
}

const seenBy = (table: ProductTable, view: View, laid: Laid): Seen =>
  laid === none
    ? { table, view }
    : {
        table: EditedTable.of(table, laid.overlay),
        view: { ...view, shared: withNamed(view.shared, laid.named), overlay: laid.overlay }
      }

/** Returns a table and its view as the caller sees them. */
export const seen = (table: ProductTable, view: View, texts: Texts): Seen => seenBy(table, view, laidBy(texts))

/** The published part of a caller's view, and the caller's personal edits. */
export interface Parted {
  readonly view: View
  readonly personal: ReadonlyArray<Edit>
  /** An object that is the same for the same texts, for use as a cache key. */
  readonly laid: object
}

export const parted = (view: View, texts: Texts): Parted => {
  const laid = laidBy(texts)
  const { overlay } = publishedLaid(texts.published)
  return {
    view: { ...view, shared: withNamed(view.shared, laid.named), overlay },
    personal: editsOf(texts.personal).edits,
    laid
  }
}
