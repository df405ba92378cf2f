import { expect, test } from "bun:test"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { content, modelGuid } from "../../dataframe/testing/TestContent.ts"
import * as View from "../../dataframe/query/View.ts"
import * as ViewText from "../../dataframe/query/answer/ViewText.ts"
import * as Container from "../../dataframe/table/Container.ts"
import {
  encode,
  GROSS_LIDDED,
  LIDDED,
  measureNames,
  type MeasureName,
  STATED
} from "../../geometry/measures/MeasureTable.ts"
import * as Work from "../../http/testing/Work.ts"
import { Computation } from "../../ports/Computation.ts"
import { dynamicFile, DynamicPropertiesJob } from "../../ports/operations/Jobs.ts"
import { dynamicProperties } from "./DynamicProperties.ts"
import { write } from "./Files.ts"

const fields = ["Volume", "GrossVolume", "SideArea", "Length"]

/** Qualities of the fields of products with these flags, all of whose measures are 1. */
const qualities = (products: ReadonlyArray<{ readonly class: string; readonly flags: number }>) =>
  Effect.gen(function* () {
    const { run, scratch } = yield* Computation
    const folder = yield* scratch
    const count = products.length
    const columns = {
      count,
      flags: Uint8Array.from(products, ({ flags }) => flags),
      values: Object.fromEntries(measureNames.map((name) => [name, new Float64Array(count).fill(1)])) as Record<
        MeasureName,
        Float64Array
      >
    }
    const keep = (name: string, ...parts: ReadonlyArray<string | Uint8Array>) =>
      Effect.promise(() => write(join(folder, name), parts))
    yield* keep("table", Container.encode(content({ products }), { modelGuid }))
    yield* keep("measures", encode(columns))
    yield* keep("view", "[]\n", ...ViewText.pieces(View.empty("1")))
    const source = { projectVersionId: "1", modelVersionId: "1", sharedDataVersionId: "1" }
    const given = { table: "table", view: "view", measures: "measures", modelId: "1", operationId: "o", source }
    yield* run(DynamicPropertiesJob.make({ ...given, fields: fields.map((name) => `Computed.${name}`) } as never), {
      scratch: folder
    })
    const { result } = yield* Effect.promise(() => Bun.file(join(folder, dynamicFile)).json())
    return (result as ReadonlyArray<Record<string, { readonly Quality: string }>>).map((row) =>
      fields.map((name) => row[`Computed.${name}`]!.Quality)
    )
  }).pipe(Effect.scoped, Effect.provide(Work.layer([dynamicProperties])), Effect.runPromise)

test("values state their quality: volumes closed by caps and ambiguous wall measures are approximate", async () => {
  const of = (className: string, flags: number) => ({ class: className, flags })
  expect(
    await qualities([
      of("IfcSlab", 0),
      of("IfcSlab", LIDDED | GROSS_LIDDED),
      of("IfcSlab", LIDDED),
      of("IfcWall", GROSS_LIDDED),
      of("IfcWindow", STATED)
    ])
  ).toEqual([
    ["Measured", "Measured", "Measured", "Measured"],
    ["Approximate", "Approximate", "Measured", "Measured"],
    ["Approximate", "Measured", "Measured", "Measured"],
    ["Measured", "Approximate", "Approximate", "Approximate"],
    ["Measured", "Measured", "Stated", "Measured"]
  ])
})
