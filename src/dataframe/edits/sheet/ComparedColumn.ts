import * as Names from "../../query/Names.ts"
import { resolve } from "../judgement/FieldName.ts"
import type { Seen } from "../overlay/Layers.ts"
import type { SheetField } from "./SheetField.ts"
import * as SheetSource from "./SheetSource.ts"
import { KnownUnits } from "./SheetUnits.ts"

/** A field of a sheet, with its values in the caller's view, in the public one and in the version of the sheet. */
export interface ComparedColumn {
  readonly field: SheetField
  readonly isReadOnly: boolean
  readonly present: SheetSource.SheetSource
  readonly published: SheetSource.SheetSource
  readonly before: SheetSource.SheetSource
}

interface Layers {
  readonly present: Seen
  readonly published: Seen
  readonly before: Seen
}

export const columnsOf = (
  { before, present, published }: Layers,
  fields: ReadonlyArray<SheetField>,
  isSi: boolean
): ReadonlyArray<ComparedColumn> => {
  const names = Names.of(present.table, present.view)
  const units = [present, published, before].map(({ table }) => new KnownUnits(table.units)) as [
    KnownUnits,
    KnownUnits,
    KnownUnits
  ]
  return fields.map((field): ComparedColumn => {
    const source = (seen: Seen, known: KnownUnits) =>
      SheetSource.make(seen, field.key, known.of(field.unit, isSi), isSi)
    let [ofPublished, ofBefore]: Array<SheetSource.SheetSource> = []
    return {
      field,
      isReadOnly: field.newSet === null && resolve(names, field.key, undefined).kind === "ReadOnly",
      present: source(present, units[0]),
      // Most cells are as the caller sees them.
      get published() {
        return (ofPublished ??= source(published, units[1]))
      },
      get before() {
        return (ofBefore ??= source(before, units[2]))
      }
    }
  })
}
