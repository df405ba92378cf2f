import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { Units } from "../../../domain/products/Units.ts"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import { type Filters, noFilters } from "../../../domain/products/Filter.ts"
import { volume } from "../../../testing/Volume.ts"
import * as Fields from "../../query/Fields.ts"
import * as Overlay from "../../query/Overlay.ts"
import * as Page from "../../query/answer/Page.ts"
import type * as View from "../../query/View.ts"
import { encode } from "../../table/Container.ts"
import { open, type ProductTable } from "../../table/ProductTable.ts"
import { edited } from "../../testing/EditedContent.ts"
import { content, modelGuid } from "../../testing/RandomContent.ts"
import { Random } from "../../../testing/Random.ts"
import * as RandomEdits from "../../testing/RandomEdits.ts"
import * as RandomQuery from "../../testing/RandomQuery.ts"
import { inSi, withUnits } from "../../testing/SiContent.ts"
import { of } from "./EditedTable.ts"

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const pageOf = (
  table: ProductTable,
  view: View.View,
  units: Units,
  fields: FieldNames.FieldNames,
  filters: Filters
): unknown => {
  const sort = [{ property: fields[0]!, descending: false }]
  const asked = { fields, filters, sort, page: 1, pageSize: 5000, units, withUnit: true }
  const found = Either.merge(Page.query(table, view, asked))
  return found instanceof Uint8Array ? JSON.parse(text(found)) : found
}

const fieldsOf = (table: ProductTable, view: View.View, units: Units) =>
  JSON.parse(text(Either.getOrThrow(Fields.query(table, view, { page: 1, pageSize: 5000, units })))) as {
    readonly fields: ReadonlyArray<string>
  }

test.each([
  ["small ones", 1, volume(30, 100), false],
  ["other small ones", 2, volume(30, 100), false],
  ["large ones", 3, volume(1, 4), true]
])("a table, edited or not, answers in SI as the table of a content in SI: %s", (_, seed, contents, large) => {
  const random = new Random(seed)
  for (let i = 0; i < contents; i++) {
    const model = withUnits(random, content(random, large))
    const changes = random.chance(0.4) ? [] : RandomEdits.edits(random, model, random.pick([1, 3, 20, 60]))
    const view = RandomEdits.withExternal(RandomQuery.view(random, model))
    const after = inSi(changes.length === 0 ? model : edited(model, modelGuid, changes))
    const expected = open(encode(after, { modelGuid }))
    const table = of(open(encode(model, { modelGuid })), Overlay.add(Overlay.empty, changes))
    const { fields } = fieldsOf(expected, view, "Model")
    expect(fieldsOf(table, view, "SI")).toEqual(fieldsOf(expected, view, "Model"))
    const every = FieldNames.of([...fields, "MaterialLayers"])
    expect(pageOf(table, view, "SI", every, noFilters)).toEqual(pageOf(expected, view, "Model", every, noFilters))
    for (let q = 0; q < 12; q++) {
      const asked = RandomQuery.fields(random, after)
      const filters = RandomQuery.filters(random, after)
      expect(pageOf(table, view, "SI", asked, filters)).toEqual(pageOf(expected, view, "Model", asked, filters))
    }
  }
})
