import { DamagedView } from "./Damaged.ts"

/** A column of strings. */
interface Strings {
  readonly values: number
  readonly stringOffsets: number
  readonly stringOffsetType?: string
}

/** EXT_structural_metadata: the table of products and, if there are any, the table of wholes. */
export interface Metadata {
  readonly schema: {
    readonly enums: { readonly Class: { readonly values: ReadonlyArray<{ readonly name: string }> } }
  }
  readonly propertyTables: ReadonlyArray<{
    readonly count: number
    readonly properties: {
      readonly GlobalId: Strings
      readonly Whole?: { readonly values: number }
      /** Only the table of products has `Class` and `Hidden`. */
      readonly Class: { readonly values: number }
      readonly Hidden: { readonly values: number }
    }
  }>
}

/** Returns the unpacked bytes of a buffer view. */
type BytesOf = (view: number) => Uint8Array

const tooShort = () => new DamagedView("The table of products is too short.")

/** Reads a column of strings. GlobalIds have one byte per character, so byte offsets are character offsets. */
const textsOf = (bytesOf: BytesOf, { stringOffsets, stringOffsetType, values }: Strings, count: number) => {
  const text = new TextDecoder().decode(bytesOf(values))
  const from = bytesOf(stringOffsets)
  const Ends = stringOffsetType === "UINT16" ? Uint16Array : Uint32Array
  if (from.length < (count + 1) * Ends.BYTES_PER_ELEMENT) throw tooShort()
  const ends = new Ends(from.buffer as ArrayBuffer, from.byteOffset, count + 1)
  return Array.from({ length: count }, (_, i) => text.slice(ends[i], ends[i + 1]))
}

/** Reads a column of references to wholes: positions in their table, from 1; 0 is none. */
const placesOf = (bytesOf: BytesOf, column: { readonly values: number } | undefined, count: number, most: number) => {
  if (column === undefined) return new Uint32Array()
  const bytes = bytesOf(column.values)
  if (bytes.length < 4 * count) throw tooShort()
  const places = new Uint32Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, count).slice()
  if (places.some((place) => place > most)) throw new DamagedView("A whole is missing.")
  return places
}

/** Returns the products of a view file, and the wholes that are seen only through them. Throws `DamagedView`. */
export const productsOf = (metadata: Metadata | undefined, bytesOf: BytesOf) => {
  const [table, wholes] = metadata?.propertyTables ?? []
  if (metadata === undefined || table === undefined) {
    const none = { guids: [], ofProducts: new Uint32Array(), above: new Uint32Array() }
    return { guids: [], wholes: none, classes: [], classOf: new Uint16Array(), isSpace: new Uint8Array() }
  }
  const { Class, GlobalId, Hidden, Whole } = table.properties
  const rows = bytesOf(Class.values)
  const isSpace = bytesOf(Hidden.values)
  const count = table.count
  const most = wholes?.count ?? 0
  if (rows.length < 2 * count || isSpace.length < count) throw tooShort()
  return {
    guids: textsOf(bytesOf, GlobalId, count),
    wholes: {
      guids: wholes === undefined ? [] : textsOf(bytesOf, wholes.properties.GlobalId, most),
      ofProducts: placesOf(bytesOf, Whole, count, most),
      above: placesOf(bytesOf, wholes?.properties.Whole, most, most)
    },
    classes: metadata.schema.enums.Class.values.map(({ name }) => name),
    classOf: new Uint16Array(rows.buffer as ArrayBuffer, rows.byteOffset, count).slice(),
    isSpace: isSpace.slice(0, count)
  }
}
